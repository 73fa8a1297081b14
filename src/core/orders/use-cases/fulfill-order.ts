import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { type FulfilledItem, type Fulfillment, itemsToFulfill, type Tracking } from '../fulfillment.ts';
import { Order, type OrderId } from '../order.ts';
import { fulfillmentView } from '../order-view.ts';
import type { OrdersTx } from '../ports.ts';
import { type OrderChange, type StoreOrderDeps, storeOrder } from '../steps/store-order.ts';

type Command = Readonly<{
  id: OrderId;
  /** All unfulfilled items if omitted. */
  items?: readonly FulfilledItem[] | undefined;
  trackingNumber: string | null;
  carrier: string | null;
  expected: ExpectedVersions;
}>;

/** Creates a fulfillment. */
export type FulfillOrder = (actor: Actor, command: Command) => Work<Order, OrdersTx>;

export const makeFulfillOrder =
  ({ clock, ids, invoices }: StoreOrderDeps): FulfillOrder =>
  (actor, { id, items, trackingNumber, carrier, expected }) =>
  async (tx) => {
    Scope.requireAll(actor, ['orders:write'], 'This');
    const before = await requireVersion(tx.events, await tx.orders.get(id), expected);
    Order.require(before, 'fulfill');
    const fulfillment: Fulfillment = {
      id: ids.next('ful'),
      items: itemsToFulfill(before, items),
      trackingNumber,
      carrier,
      createdAt: clock.now(),
    };
    return storeOrder(tx, { actor, ids, invoices }, fulfillmentChange(before, fulfillment));
  };

/** The change of an order by a fulfillment. @throws DomainError `invalid_state`. */
export const fulfillmentChange = (before: Order, fulfillment: Fulfillment): OrderChange => {
  const { trackingNumber, carrier } = fulfillment;
  const { id, items } = fulfillmentView(fulfillment);
  const details = { fulfillment_id: id, items, tracking_number: trackingNumber, carrier };
  return { before, after: Order.fulfill(before, fulfillment), what: 'fulfilled', details };
};

type TrackingChange = Readonly<{
  id: OrderId;
  fulfillmentId: Fulfillment['id'];
  /** Omitted fields stay, and null removes. */
  patch: Partial<Tracking>;
  expected: ExpectedVersions;
}>;

/** Adds or corrects the tracking of a fulfillment, in any state of the order. Without a change it writes nothing. */
export type ChangeTracking = (actor: Actor, command: TrackingChange) => Work<Order, OrdersTx>;

export const makeChangeTracking =
  ({ clock, ids, invoices }: StoreOrderDeps): ChangeTracking =>
  (actor, { id, fulfillmentId, patch, expected }) =>
  async (tx) => {
    Scope.requireAll(actor, ['orders:write'], 'This');
    const before = await requireVersion(tx.events, await tx.orders.get(id), expected);
    const fulfillment = before.fulfillments.find((each) => each.id === fulfillmentId);
    if (fulfillment === undefined) throw notFound('fulfillment', fulfillmentId);
    const { trackingNumber, carrier } = { ...fulfillment, ...patch };
    if (trackingNumber === fulfillment.trackingNumber && carrier === fulfillment.carrier) return before;
    const after = Order.changeTracking(before, { id: fulfillmentId, trackingNumber, carrier }, clock.now());
    const details = { fulfillment_id: fulfillmentId, tracking_number: trackingNumber, carrier };
    return storeOrder(tx, { actor, ids, invoices }, { before, after, what: 'tracking_updated', details });
  };
