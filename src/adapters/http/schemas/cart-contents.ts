import Joi from 'joi';
import type { CartFields, CartItemFields, CartPatch } from '#core/carts/cart-contents.ts';
import type { CartChangeView, PricedContentsView, QuoteView } from '#core/carts/quote-view.ts';
import type { ContentsView } from '#core/carts/saved-cart-view.ts';
import { MAX_ITEMS } from '#core/orders/order-item.ts';
import { addressInput, addressPatch, addressSchema } from './address.ts';
import { chargesFields, orderAmount, pricedLineFields } from './charges.ts';
import { currency, email, idOf, integer, itemQuantity, line, stringMap, stringMapPatch, text } from './fields.ts';
import { type FieldsOf, objectOf } from './object-of.ts';
import { quoteChoiceFields } from './quote-fields.ts';
import { required } from './required.ts';
import { withdrawalExemption } from './withdrawal-exemption.ts';

// Joi accepts an id for one schema object only, so both fields share it
const nullableAddressInput = addressInput.allow(null);
const nullableAddressPatch = addressPatch.allow(null);
const nullableAddress = addressSchema.allow(null).required();

const item = objectOf<CartItemFields>({
  product_id: required(idOf('prod'), 'A product on sale; of one with variants one of these.'),
  quantity: itemQuantity().required(),
})
  .id('CartItem')
  .description('A quantity of a product.');

const items = Joi.array()
  .items(item)
  .max(MAX_ITEMS)
  .unique('product_id')
  .example([{ product_id: 'prod_01h455vb4pex5vsknk084sn02q', quantity: 2 }]);

const CODES =
  'Codes of discounts, which need items; `refused_discount_codes` of the quote says why one does not apply.';

// all fields share it, as with the addresses
const codes = Joi.array()
  .id('DiscountCodes')
  .items(line(64))
  .max(10)
  .unique((a: unknown, b: unknown) => String(a).toUpperCase() === String(b).toUpperCase())
  .description(CODES)
  .example([]);

const plainFields = {
  currency: currency()
    .allow(null)
    .description('The currency of all products; null for that of the first.')
    .example(null, { override: true }),
  email: email().allow(null).description('The buyer’s e-mail; null for that of the user.'),
  shipping_method_id: line(100)
    .allow(null)
    .description('One of the `shipping_options` of the quote.')
    .example(null, { override: true }),
  tax_id: line(40)
    .allow(null)
    .description('The tax id of a business, as in an order.')
    .example(null, { override: true }),
  note: text(1, 1000).allow(null).description('From the buyer to the shop.').example('Please ring twice.'),
};

/** What a cart or a checkout contains, as it is created. */
export const contentsInput = {
  items: items.description('At most 100 distinct products.'),
  ...plainFields,
  shipping_address: nullableAddressInput,
  billing_address: nullableAddressInput,
  discount_codes: codes,
  metadata: stringMap().description('At most 50 strings of your own.').example({ channel: 'app' }),
} satisfies FieldsOf<CartFields>;

/** A merge patch of it. */
export const contentsPatch = {
  items: items.description('All items: what is omitted is removed. `changes` compares with their prices at this time.'),
  ...plainFields,
  shipping_address: nullableAddressPatch,
  billing_address: nullableAddressPatch,
  discount_codes: codes,
  metadata: stringMapPatch().example({ channel: null }),
} satisfies FieldsOf<CartPatch>;

/** What events show of it. */
export const contentsEventFields = {
  items: required(Joi.array().items(item), 'The items.'),
  currency: required(currency().allow(null), 'The currency of all products; null for that of the first.', null),
  shipping_method_id: required(Joi.string().allow(null), 'The chosen shipping method.', null),
  discount_codes: required(Joi.array().items(Joi.string()), 'The codes of discounts.', []),
};

export const contentsFields = {
  ...contentsEventFields,
  email: required(Joi.string().allow(null), 'The buyer’s e-mail; null for that of the user.', 'ada@example.com'),
  shipping_address: nullableAddress,
  billing_address: nullableAddress,
  tax_id: required(Joi.string().allow(null), 'The tax id of a business.', null),
  note: required(Joi.string().allow(null), 'From the buyer to the shop.', null),
  metadata: required(stringMap(), 'Your own data.', { channel: 'app' }),
} satisfies FieldsOf<ContentsView>;

const quotedItem = objectOf<QuoteView['items'][number]>({
  product_id: required(idOf('prod').allow(null), 'The product.'),
  name: required(Joi.string(), 'Its name.', 'Linen shirt'),
  sku: required(Joi.string().allow(null), 'The stock keeping unit.', 'SHIRT-LINEN-M'),
  slug: required(Joi.string().allow(null), 'Its slug.', 'linen-shirt'),
  image: required(Joi.string().allow(null), 'The URL of its first image.', 'https://cdn.example.com/linen-shirt.jpg'),
  options: required(stringMap(), 'How it differs from the other variants of its parent.', { size: 'M' }),
  withdrawal_exemption: withdrawalExemption()
    .description('Why consumers cannot withdraw from its purchase; null if they can.')
    .required(),
  unit_price: required(orderAmount(), 'The price of one unit now, in major units.', 19.99),
  quantity: required(integer(1), 'The quantity.', 2),
  subtotal: required(orderAmount(), 'The unit price times the quantity.'),
  ...pricedLineFields,
})
  .id('QuotedItem')
  .description('An item of a quote.');

const quote = objectOf<QuoteView>({
  currency: required(currency(), 'ISO 4217 code.', 'USD'),
  items: required(Joi.array().items(quotedItem), 'The items that can be ordered.'),
  ...chargesFields,
  ...quoteChoiceFields,
})
  .id('Quote')
  .description('What an order would cost now; it reserves nothing.');

const change = objectOf<CartChangeView>({
  type: required(
    Joi.string().valid('price', 'stock', 'gone'),
    '`price`: it costs something else; `stock`: there is less of it; `gone`: it is no longer sold like this.',
    'price',
  ),
  product_id: required(idOf('prod'), 'The product.'),
  message: required(Joi.string(), 'The change in words.', 'It cost 19.99 and costs 17.99 now.'),
  seen_price: required(orderAmount().allow(null), 'What a unit cost when it was chosen.', 19.99),
  price: required(orderAmount().allow(null), 'What a unit costs now; null for what is gone.', 17.99),
  available: required(
    integer(0).allow(null),
    'Of `stock`: how much there is, for callers with `products:read`, and 0 for all; null otherwise.',
    null,
  ),
})
  .id('CartChange')
  .description('How an item differs from what the buyer chose.');

/** What priced contents show. */
export const pricedFields = {
  quote: quote.allow(null).description('What an order would cost now; null if nothing can be ordered.'),
  changes: Joi.array().items(change).description('What has changed since the items were written.'),
} satisfies FieldsOf<Partial<PricedContentsView>>;
