import type { ProductId } from '#core/catalog/product.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Id } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';

export type OrderItemId = Id<'item'>;

/** So many pieces of a product, as it was called and cost when they were ordered. */
export type OrderItem = Readonly<{
  id: OrderItemId;
  productId: ProductId;
  name: string;
  sku: string | null;
  unitPrice: Money;
  quantity: number;
  /** Whether the pieces were taken from a stock: what was not taken is not given back. */
  isFromStock: boolean;
}>;

/** What an item's pieces cost together. */
export const subtotalOf = ({ unitPrice, quantity }: Pick<OrderItem, 'unitPrice' | 'quantity'>): Money =>
  unitPrice.times(BigInt(quantity));

/** What items cost together. */
export const sumOf = (items: readonly Pick<OrderItem, 'unitPrice' | 'quantity'>[], currency: Currency): Money =>
  items.reduce((sum, item) => sum.add(subtotalOf(item)), Money.ofMinor(0n, currency));
