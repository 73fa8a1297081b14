import Joi from 'joi';
import type { Order } from '#core/orders/order.ts';
import type { OrderDetails } from '#core/orders/order-details.ts';
import type { OrderPatch } from '#core/orders/use-cases/change-order.ts';
import type { Currency } from '#core/shared/currency.ts';
import { addressInput, addressPatch } from '../schemas/address.ts';
import { orderAmount } from '../schemas/charges.ts';
import { currency, email, idOf, integer, label, line, stringMap, stringMapPatch } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { externalId } from './external-id.ts';
import { type EditedItemInput, editedItems, type ItemInput, items } from './order-item-input.ts';

// Joi accepts an id for one schema object only, so both fields share it
const nullableAddressInput = addressInput.allow(null);
const nullableAddressPatch = addressPatch.allow(null);

const details = {
  external_id: externalId().example(null, { override: true }),
  email: email().allow(null).description('The buyer’s e-mail; the default is the user’s e-mail.'),
  shipping_address: nullableAddressInput,
  billing_address: nullableAddressInput,
  metadata: stringMap().description('At most 50 strings of your own.').example({ channel: 'newsletter' }),
  note: label(5000)
    .allow(null)
    .description('A note for the staff, which the buyer does not see.')
    .example('Gift wrap.'),
};

export type OrderInput = OrderDetails &
  Readonly<{
    items: readonly ItemInput[];
    expected_total?: number;
    user_id?: Order['userId'];
    anonymous?: boolean;
    expires_in_minutes?: number | null;
    currency?: Currency;
    shipping_method_id?: string | null;
    discount_codes?: readonly string[];
    tax_id?: string | null;
    tax_id_confirmed?: boolean;
  }>;

/** A year. */
const MAX_EXPIRY_MINUTES = 525_600;

/** What else an order is priced by. */
const choices = {
  shipping_method_id: line(100)
    .allow(null)
    .description('One of the `shipping_options` of a quote. Customers must choose one where the shop ships.')
    .example(null, { override: true }),
  discount_codes: Joi.array()
    .items(line(64))
    .max(10)
    .unique((a: unknown, b: unknown) => String(a).toUpperCase() === String(b).toUpperCase())
    .description('Codes of discounts. An order is rejected if one does not apply; a quote says why.')
    .example([]),
  tax_id: line(40)
    .allow(null)
    .description(
      'The tax id of a business. In the EU, a VAT number of another country exempts the order from tax if the rule ' +
        '`tax_id_exemption` lets it, or the staff has confirmed it: for the user, or here.',
    )
    .example(null, { override: true }),
  tax_id_confirmed: Joi.boolean().description(
    'Only for the staff: whether they have confirmed that `tax_id` is that of the buyer.',
  ),
};

export const orderInput = objectOf<OrderInput>({
  items: items.required(),
  expected_total: orderAmount().description(
    'The total that the buyer has seen, in major units. The order is rejected if its total differs.',
  ),
  user_id: idOf('usr')
    .allow(null)
    .description('The buyer; null or omitted for a guest, who has an `email`. Customers order for themselves.')
    .example(null, { override: true }),
  anonymous: Joi.boolean().description(
    'Whether there is no buyer on purpose. Otherwise staff orders have a `user_id` or an `email`.',
  ),
  expires_in_minutes: integer(1)
    .max(MAX_EXPIRY_MINUTES)
    .allow(null)
    .description(
      'Only for the staff: for how long it may be unpaid; null for good. If omitted: for good with a session of the staff, ' +
        'otherwise as the rule `order_expiry_minutes` says.',
    )
    .example(1440),
  currency: currency()
    .description('The currency of all products; the default is the currency of the first.')
    .example('USD'),
  ...choices,
  ...details,
})
  .id('OrderInput')
  .description('A new order.');

export type OrderEditInput = OrderPatch &
  Readonly<{ items?: readonly EditedItemInput[] }> &
  Partial<Pick<OrderInput, 'shipping_method_id' | 'discount_codes' | 'tax_id' | 'tax_id_confirmed' | 'expected_total'>>;

export const orderPatch = objectOf<OrderEditInput>({
  items: editedItems,
  ...choices,
  expected_total: orderAmount().description('The total that was seen in a dry run; another one is rejected.'),
  ...details,
  email: details.email.description('The buyer’s e-mail; null removes it.'),
  shipping_address: nullableAddressPatch,
  billing_address: nullableAddressPatch,
  metadata: stringMapPatch().example({ channel: null }),
})
  .id('OrderPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default.');
