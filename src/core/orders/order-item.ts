import type { ProductId } from '#core/catalog/product.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Id } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import type { StringMap } from '#core/shared/string-map.ts';

export type OrderItemId = Id<'item'>;

/** A quantity of a product, with the product's data at checkout. */
export type OrderItem = Readonly<{
  id: OrderItemId;
  productId: ProductId;
  name: string;
  sku: string | null;
  /** The product's slug; null for items older than this field. */
  slug: string | null;
  /** The URL of the product's first image; null also for items older than this field. */
  image: string | null;
  /** How the product differs from the other variants of its parent; empty unless it is a variant. */
  options: StringMap;
  unitPrice: Money;
  quantity: number;
  /** Whether the quantity was taken from tracked stock; only such items are restocked. */
  isFromStock: boolean;
}>;

/** The price of an item's quantity. */
export const subtotalOf = ({ unitPrice, quantity }: Pick<OrderItem, 'unitPrice' | 'quantity'>): Money =>
  unitPrice.times(BigInt(quantity));

/** The total of items. */
export const sumOf = (items: readonly Pick<OrderItem, 'unitPrice' | 'quantity'>[], currency: Currency): Money =>
  items.reduce((sum, item) => sum.add(subtotalOf(item)), Money.ofMinor(0n, currency));
