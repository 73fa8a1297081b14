import type Joi from 'joi';
import type { FulfilledItemView } from '#core/orders/fulfillment.ts';
import type { FulfillmentView } from '#core/orders/order-view.ts';
import { idOf, line, time, timestamp } from '../schemas/fields.ts';
import { fulfilledItems, fulfilledItemsInput } from '../schemas/fulfilled-items.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

const trackingNumber = (): Joi.StringSchema =>
  line(100).allow(null).description('The carrier’s tracking number.').example('00340434161094');

const carrier = (): Joi.StringSchema => line(100).allow(null).description('The carrier.').example('DHL');

const DELIVERED = 'When the buyer got the items; null if it is not known.';

const deliveredAt = (): Joi.StringSchema =>
  time()
    .allow(null)
    .description(`${DELIVERED} From the creation of the order until now.`)
    .example('2026-11-23T14:05:00Z');

export type FulfillmentInput = Readonly<{
  items?: readonly FulfilledItemView[];
  tracking_number?: string | null;
  carrier?: string | null;
  delivered_at?: Date | null;
}>;

export const fulfillmentInput = objectOf<FulfillmentInput>({
  items: fulfilledItemsInput().description('The fulfilled items; the default is all unfulfilled items.'),
  tracking_number: trackingNumber(),
  carrier: carrier(),
  delivered_at: deliveredAt(),
})
  .id('FulfillmentInput')
  .description('A new fulfillment, such as a shipment.');

type TrackingPatch = Omit<FulfillmentInput, 'items'>;

export const trackingPatch = objectOf<TrackingPatch>({
  tracking_number: trackingNumber(),
  carrier: carrier(),
  delivered_at: deliveredAt(),
})
  .id('TrackingPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay, and null removes.');

export const fulfillmentSchema = objectOf<FulfillmentView>({
  id: required(idOf('ful'), 'The id.'),
  items: fulfilledItems().description('The fulfilled items.'),
  tracking_number: trackingNumber().required(),
  carrier: carrier().required(),
  delivered_at: required(timestamp().allow(null), DELIVERED),
  created_at: required(timestamp(), 'When the fulfillment was created.'),
})
  .id('Fulfillment')
  .description('A fulfillment, such as a shipment.');
