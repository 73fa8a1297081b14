import type { CartContents } from '#core/carts/cart-contents.ts';
import { type ContentsView, contentsView } from '#core/carts/saved-cart-view.ts';
import type { Currency } from '#core/shared/currency.ts';
import { amountOf } from './amount.ts';

/** Contents in the column `contents`: as the API shows them, with the prices that were seen. */
export type StoredContents = ContentsView &
  Readonly<{
    /** Of each item, in its currency. */
    seen_prices: readonly (Readonly<{ amount: string; currency: Currency }> | null)[];
  }>;

export const toStoredContents = (contents: CartContents): StoredContents => ({
  ...contentsView(contents),
  seen_prices: contents.items.map(
    ({ seenPrice }) => seenPrice && { amount: seenPrice.toDecimal(), currency: seenPrice.currency },
  ),
});

export const toContents = (stored: StoredContents): CartContents => ({
  items: stored.items.map(({ product_id: productId, quantity }, index) => {
    const seen = stored.seen_prices[index];
    return { productId, quantity, seenPrice: seen ? amountOf(seen.amount, seen.currency) : null };
  }),
  currency: stored.currency as Currency | null,
  email: stored.email,
  shippingAddress: stored.shipping_address,
  billingAddress: stored.billing_address,
  shippingMethodId: stored.shipping_method_id,
  discountCodes: stored.discount_codes,
  taxId: stored.tax_id,
  note: stored.note,
  metadata: stored.metadata,
});
