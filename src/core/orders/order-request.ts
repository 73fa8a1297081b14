import type { ProductId } from '#core/catalog/product.ts';
import type { StockAdjustment } from '#core/catalog/stock-adjustment.ts';
import type { Currency } from '#core/shared/currency.ts';

/** What a buyer orders. */
export type OrderRequest = Readonly<{
  /** Each product once. */
  items: readonly RequestedItem[];
  /** The currency of the first item if omitted. */
  currency?: Currency | undefined;
  /** The total that the buyer saw, in major units. */
  expectedTotal?: number | undefined;
  /** One of the shipping options of a quote. */
  shippingMethodId?: string | null | undefined;
  discountCodes?: readonly string[] | undefined;
  taxId?: string | null | undefined;
}>;

type RequestedItem = Readonly<{ productId: ProductId; quantity: number }>;

/** The stock adjustments of an order request. */
export const stockAdjustmentsOf = ({ items }: Pick<OrderRequest, 'items'>): StockAdjustment[] =>
  items.map(({ productId, quantity }) => ({ productId, delta: -quantity }));
