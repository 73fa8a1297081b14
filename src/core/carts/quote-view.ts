import { isByStaff } from '#core/access/is-by-staff.ts';
import { Scope } from '#core/access/scope.ts';
import { type ChargesView, chargesView, type PricedLineView, pricedLineView } from '#core/orders/order-charges.ts';
import { pricedItem } from '#core/orders/order-item.ts';
import { type SoldItemView, soldItemView } from '#core/orders/order-view.ts';
import { type QuoteChoicesView, quoteChoicesView } from '#core/orders/quote-choices.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Money } from '#core/shared/money.ts';
import type { CheckedItem, PricedContents } from './price-contents.ts';
import { tellsStock } from './price-contents.ts';

type QuotedItemView = SoldItemView & Readonly<{ subtotal: number }> & PricedLineView;

/** What an order of contents would cost now, in major units. */
export type QuoteView = Readonly<{ currency: string; items: readonly QuotedItemView[] }> &
  ChargesView &
  QuoteChoicesView;

/** How an item differs from what the buyer chose. */
export type CartChangeView = Readonly<{
  type: 'price' | 'stock' | 'gone';
  product_id: CheckedItem['productId'];
  message: string;
  /** What a unit cost when it was chosen. */
  seen_price: number | null;
  /** What it costs now; null for what is gone. */
  price: number | null;
  /** Of `stock`: how much there is; null for those who may not know. */
  available: number | null;
}>;

/** What priced contents show to a reader. */
export type PricedContentsView = Readonly<{ quote: QuoteView | null; changes: readonly CartChangeView[] }>;

type Reader = Readonly<{ actor: Actor; userId: string | null }>;

export const pricedContentsView = (priced: PricedContents, reader: Reader): PricedContentsView => ({
  quote: quoteView(priced),
  changes: changesFor(priced, reader),
});

const quoteView = ({ priced }: PricedContents): QuoteView | null => {
  if (priced === undefined) return null;
  const { quote, charges, cart } = priced;
  const items = priced.items.map((item) => item.priced);
  return {
    currency: cart.currency,
    items: items.map((item) => ({
      ...soldItemView(item),
      subtotal: pricedItem(item).price.toNumber(),
      ...pricedLineView(pricedItem(item), charges.pricesIncludeTax),
    })),
    ...chargesView({ items, charges, currency: cart.currency }),
    ...quoteChoicesView(quote),
  };
};

const changesFor = (priced: PricedContents, { actor, userId }: Reader): CartChangeView[] => {
  const knowsStock = Scope.covers(actor.scopes, 'products:read');
  const isTold = isByStaff(actor) || tellsStock(priced, userId === null ? 'perEmail' : 'perCustomer');
  return priced.items.flatMap((item) => changesOf(item, { isTold, knowsStock }));
};

const changesOf = (
  { product, productId, seenPrice, refusal, isShort }: CheckedItem,
  { isTold, knowsStock }: Readonly<{ isTold: boolean; knowsStock: boolean }>,
): CartChangeView[] => {
  const seen = seenPrice?.toNumber() ?? null;
  const change = { product_id: productId, seen_price: seen, available: null };
  if (product === undefined || refusal !== undefined)
    return [{ ...change, type: 'gone', price: null, message: 'It is no longer sold like this.' }];
  const { stock } = product;
  const price = product.price.toNumber();
  const changed: CartChangeView[] = [];
  if (seenPrice !== null && differs(seenPrice, product.price))
    changed.push({ ...change, type: 'price', price, message: `It cost ${seen} and costs ${price} now.` });
  if (isShort && stock === 0)
    changed.push({ ...change, type: 'stock', price, available: 0, message: 'It is out of stock.' });
  else if (isShort && isTold) {
    const available = knowsStock ? stock : null;
    changed.push({ ...change, type: 'stock', price, available, message: 'There is less of it in stock.' });
  }
  return changed;
};

const differs = (seen: Money, now: Money): boolean => seen.currency !== now.currency || seen.compare(now) !== 0;
