import type { StockAdjustment } from '#core/catalog/stock-adjustment.ts';
import type { Cart, CartLine } from '#core/pricing/cart.ts';
import { discountCode } from '#core/pricing/discount-fields.ts';
import { Weight } from '#core/pricing/shipping-tier.ts';
import { tidyTaxId } from '#core/pricing/tax-id.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { CartBuyer } from './order-buyer.ts';
import type { RequestedItem, Sold, SoldItem } from './sold-items.ts';

/** What a buyer orders. */
export type OrderRequest = Readonly<{
  /** Each product once. */
  items: readonly RequestedItem[];
  /** The currency of the first product if omitted, or that of the shop without one. */
  currency?: Currency | undefined;
  /** The total that the buyer saw, in major units. */
  expectedTotal?: number | undefined;
  /** One of the shipping options of a quote. */
  shippingMethodId?: string | null | undefined;
  discountCodes?: readonly string[] | undefined;
  taxId?: string | null | undefined;
  /** Whether the staff has confirmed it. */
  taxIdConfirmed?: boolean | undefined;
}>;

export const stockAdjustmentsOf = ({ items }: Pick<OrderRequest, 'items'>): StockAdjustment[] =>
  items.flatMap(({ productId, quantity }) => (productId === undefined ? [] : [{ productId, delta: -quantity }]));

export const cartOf = (request: OrderRequest, { currency, items }: Sold, buyer: CartBuyer): Cart => ({
  ...buyer,
  currency,
  lines: items.map(cartLineOf),
  shippingMethodId: request.shippingMethodId ?? null,
  discountCodes: (request.discountCodes ?? []).map(discountCode),
  takesAutomaticDiscounts: true,
  taxId: (request.taxId ?? null) === null ? null : tidyTaxId(request.taxId ?? ''),
  taxIdConfirmed: request.taxIdConfirmed ?? false,
});

/** A quantity of what is sold, at its price. */
export const cartLineOf = ({
  goods,
  quantity,
  unitPrice,
  isPriceSet,
}: Pick<SoldItem, 'goods' | 'quantity' | 'unitPrice' | 'isPriceSet'>): CartLine => ({
  productId: goods.id,
  parentId: goods.parentId,
  name: goods.name,
  sku: goods.sku,
  unitPrice,
  isPriceSet,
  quantity,
  taxCategory: goods.taxCategory,
  categoryId: goods.category?.id ?? null,
  milligrams: goods.weight === null ? 0n : Weight.toMilligrams(goods.weight, goods.weightUnit),
});
