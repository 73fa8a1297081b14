import { Product, type ProductId } from '#core/catalog/product.ts';
import type { StockAdjustment } from '#core/catalog/stock-adjustment.ts';
import type { Cart, CartLine } from '#core/pricing/cart.ts';
import { discountCode } from '#core/pricing/discount-fields.ts';
import { Weight } from '#core/pricing/shipping-tier.ts';
import { tidyTaxId } from '#core/pricing/tax-id.ts';
import type { Currency } from '#core/shared/currency.ts';
import { DomainError, unknownReference } from '#core/shared/domain-error.ts';
import type { Money } from '#core/shared/money.ts';
import type { CartBuyer } from './order-buyer.ts';
import { type ItemError, itemErrors } from './order-item.ts';

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
  /** Whether the staff has confirmed it. */
  taxIdConfirmed?: boolean | undefined;
}>;

type RequestedItem = Readonly<{ productId: ProductId; quantity: number }>;

export const stockAdjustmentsOf = ({ items }: Pick<OrderRequest, 'items'>): StockAdjustment[] =>
  items.map(({ productId, quantity }) => ({ productId, delta: -quantity }));

/** A quantity of a product that is on sale. */
export type SoldItem = Readonly<{ product: Product; quantity: number }>;

/** What an order has of each product, which it may keep when it is edited. */
export type KeptItems = ReadonlyMap<
  ProductId,
  Readonly<{
    quantity: number;
    unitPrice: Money;
  }>
>;

type CartContext = Readonly<{ buyer: CartBuyer; kept: KeptItems }>;

export const cartOf = (request: OrderRequest, items: readonly SoldItem[], { buyer, kept }: CartContext): Cart => ({
  ...buyer,
  currency: currencyOf(request, items, kept),
  lines: items.map((item) => cartLineOf(item, kept.get(item.product.id)?.unitPrice ?? item.product.price)),
  shippingMethodId: request.shippingMethodId ?? null,
  discountCodes: (request.discountCodes ?? []).map(discountCode),
  takesAutomaticDiscounts: true,
  taxId: (request.taxId ?? null) === null ? null : tidyTaxId(request.taxId ?? ''),
  taxIdConfirmed: request.taxIdConfirmed ?? false,
});

/** A quantity of a product at a price. */
export const cartLineOf = ({ product, quantity }: SoldItem, unitPrice: Money): CartLine => ({
  productId: product.id,
  parentId: product.parentId,
  name: product.name,
  sku: product.sku,
  unitPrice,
  quantity,
  taxCategory: product.taxCategory,
  categoryId: product.category?.id ?? null,
  milligrams: product.weight === null ? 0n : Weight.toMilligrams(product.weight, product.weightUnit),
});

const NOT_ON_SALE: ItemError = { field: 'product_id', code: 'any.only', message: 'must be a product that is on sale' };

const HAS_VARIANTS: ItemError = {
  field: 'product_id',
  code: 'any.only',
  message: 'must be one of the variants of the product, which is not sold itself',
};

const saleError = (product: Product | undefined): ItemError | undefined => {
  if (product === undefined || !Product.isOnSale(product)) return NOT_ON_SALE;
  return product.variants.length > 0 ? HAS_VARIANTS : undefined;
};

/**
 * The products of a request.
 * @throws DomainError `unknown_reference` for those that are not on sale, unless the order keeps them.
 */
export const requireOnSale = ({ items }: OrderRequest, products: readonly Product[], kept: KeptItems): SoldItem[] => {
  const byId = new Map(products.map((product) => [product.id, product]));
  const found = items.map(({ productId, quantity }) => ({ product: byId.get(productId), quantity }));
  const errors = itemErrors(found, ({ product, quantity }) => {
    const isKept = product !== undefined && quantity <= (kept.get(product.id)?.quantity ?? 0);
    return isKept ? undefined : saleError(product);
  });
  if (errors.length > 0) throw unknownReference(errors);
  return found.flatMap(({ product, quantity }) => (product === undefined ? [] : [{ product, quantity }]));
};

/** @throws DomainError `currency_mismatch` unless all products that the order does not keep have one currency. */
const currencyOf = (request: OrderRequest, items: readonly SoldItem[], kept: KeptItems): Currency => {
  const [first] = items;
  if (first === undefined) throw new TypeError('An order request has at least one item.');
  const currency = request.currency ?? first.product.price.currency;
  const message = `must be a product that is sold in ${currency}`;
  const error: ItemError = { field: 'product_id', code: 'currency.mismatch', message };
  const errors = itemErrors(items, ({ product }) => {
    return (kept.get(product.id)?.unitPrice ?? product.price).currency === currency ? undefined : error;
  });
  if (errors.length === 0) return currency;
  throw new DomainError('invalid', 'currency_mismatch', `All items of an order have one currency, here ${currency}.`, {
    fieldErrors: errors,
  });
};
