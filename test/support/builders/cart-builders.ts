import { CartContents, type CartFields } from '#core/carts/cart-contents.ts';
import { SavedCart } from '#core/carts/saved-cart.ts';
import { Checkout } from '#core/checkouts/checkout.ts';
import { Money } from '#core/shared/money.ts';
import { TEXT } from '../strings.ts';
import { ids, NOON, USD } from './builders.ts';

/** Contents with every field set; the first item was priced, the second was not. */
export const largestContents = (): CartContents => {
  const fields: Required<CartFields> = {
    items: [
      { product_id: ids.next('prod'), quantity: 2 },
      { product_id: ids.next('prod'), quantity: 1_000_000 },
    ],
    currency: USD,
    email: 'Zoë.O’Hara@Example.COM',
    shipping_address: { name: TEXT, line1: TEXT, city: 'Lisboa', country: 'PT' },
    billing_address: { line1: 'Torstr. 1', city: 'Berlin', country: 'DE' },
    shipping_method_id: 'ship_post',
    discount_codes: ['SALE', TEXT],
    tax_id: 'DE136695976',
    note: TEXT,
    metadata: { b: '2', a: '', 'with "quotes"': TEXT },
  };
  const { items, ...rest } = CartContents.of(fields);
  const [first, second] = items;
  if (first === undefined || second === undefined) throw new TypeError('Two items were given.');
  return { ...rest, items: [{ ...first, seenPrice: Money.ofMinor(123_456_789n, USD) }, second] };
};

/** An open cart: empty, and of a guest, by default. */
export const aCart = (fields: Partial<Parameters<typeof SavedCart.create>[0]> = {}): SavedCart =>
  SavedCart.create({ id: ids.next('cart'), userId: null, contents: CartContents.of({}), at: NOON, ...fields });

/** A checkout without an order: empty, and of a guest, by default. */
export const aCheckout = (fields: Partial<Parameters<typeof Checkout.create>[0]> = {}): Checkout =>
  Checkout.create({
    id: ids.next('chk'),
    ...{ userId: null, cartId: null, cartOrderId: null, returnUrl: null },
    contents: CartContents.of({}),
    accepted: {},
    at: NOON,
    ...fields,
  });
