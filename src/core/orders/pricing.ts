import { Product, type ProductId } from '#core/catalog/product.ts';
import type { AdjustedStock } from '#core/catalog/stock-adjustment.ts';
import type { Currency } from '#core/shared/currency.ts';
import { DomainError, invalid, unknownReference } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { describeMoneyError, Money } from '#core/shared/money.ts';
import { type ItemError, itemErrors } from './item-errors.ts';
import { type OrderItem, sumOf } from './order-item.ts';

/** The items that a buyer orders: each product once, with its quantity. */
export type OrderRequest = Readonly<{
  items: readonly Readonly<{ productId: ProductId; quantity: number }>[];
  /** The currency of the first item if omitted. */
  currency?: Currency | undefined;
  /** The total that the buyer saw, in major units. */
  expectedTotal?: number | undefined;
}>;

/**
 * Prices the items after their stock was adjusted.
 * @throws DomainError `unknown_reference`, `currency_mismatch`, `validation_failed` for a total above the maximum,
 * `total_changed`, `insufficient_stock`; each names all items concerned.
 */
export const price = (
  request: OrderRequest,
  adjusted: readonly AdjustedStock[],
  ids: IdGenerator,
): readonly [OrderItem, ...OrderItem[]] => {
  const byId = new Map(adjusted.map((adjustment) => [adjustment.before.id, adjustment]));
  const items = request.items.map(({ productId, quantity }) => ({ quantity, adjustment: byId.get(productId) }));
  const onSale = requireOnSale(items);
  const [first, ...rest] = onSale.map(({ quantity, adjustment: { before, after } }) => ({
    id: ids.next('item'),
    productId: before.id,
    name: before.name,
    sku: before.sku,
    slug: before.slug,
    image: before.images[0] ?? null,
    options: before.options,
    unitPrice: before.price,
    quantity,
    isFromStock: after !== before,
  }));
  if (first === undefined) throw new TypeError('An order request has at least one item.');
  const currency = request.currency ?? first.unitPrice.currency;
  requireCurrency(onSale, currency);
  requireTotal(sumOf([first, ...rest], currency), request.expectedTotal);
  requireStock(onSale);
  return [first, ...rest];
};

type PricedItem = Readonly<{ quantity: number; adjustment: AdjustedStock }>;

type UnpricedItem = Readonly<{ quantity: number; adjustment: AdjustedStock | undefined }>;

const NOT_ON_SALE: ItemError = { field: 'product_id', code: 'any.only', message: 'must be a product that is on sale' };

const HAS_VARIANTS: ItemError = {
  field: 'product_id',
  code: 'any.only',
  message: 'must be one of the variants of the product, which is not sold itself',
};

const saleError = ({ adjustment }: UnpricedItem): ItemError | undefined => {
  if (adjustment === undefined || !Product.isOnSale(adjustment.before)) return NOT_ON_SALE;
  return adjustment.before.variants.length > 0 ? HAS_VARIANTS : undefined;
};

const requireOnSale = (items: readonly UnpricedItem[]): PricedItem[] => {
  const errors = itemErrors(items, saleError);
  if (errors.length > 0) throw unknownReference(errors);
  return items.flatMap(({ quantity, adjustment }) => (adjustment === undefined ? [] : [{ quantity, adjustment }]));
};

const requireCurrency = (items: readonly PricedItem[], currency: Currency): void => {
  const message = `must be a product that is sold in ${currency}`;
  const error: ItemError = { field: 'product_id', code: 'currency.mismatch', message };
  const errors = itemErrors(items, ({ adjustment }) =>
    adjustment.before.price.currency === currency ? undefined : error,
  );
  if (errors.length === 0) return;
  throw new DomainError('invalid', 'currency_mismatch', `All items of an order have one currency, here ${currency}.`, {
    fieldErrors: errors,
  });
};

const requireTotal = (total: Money, expected: number | undefined): void => {
  const { currency } = total;
  if (total.isTooLarge) {
    throw invalid([{ path: ['items'], code: 'number.max', message: 'must cost at most 999999999999.99 together' }]);
  }
  if (expected === undefined) return;
  const parsed = Money.parse(expected, currency);
  if (!(parsed instanceof Money))
    throw invalid([{ path: ['expected_total'], ...describeMoneyError(parsed, currency) }]);
  if (parsed.compare(total) === 0) return;
  const message = `The total is ${total.toDecimal()} ${currency}; no order was created.`;
  throw new DomainError('conflict', 'total_changed', message, { details: { total: total.toNumber(), currency } });
};

const requireStock = (items: readonly PricedItem[]): void => {
  const isShort = ({ adjustment }: PricedItem): boolean =>
    adjustment.before.stock !== null && adjustment.after === adjustment.before;
  const shortItems = items.filter(isShort);
  if (shortItems.length === 0) return;
  const short = shortItems.map(({ quantity, adjustment: { before } }) => ({
    product_id: before.id,
    requested: quantity,
    available: before.stock,
  }));
  const errors = itemErrors(items, (item) => (isShort(item) ? stockError(item.adjustment.before) : undefined));
  const what = short.length === 1 ? 'a product' : `${short.length} products`;
  const message = `There is not enough stock of ${what}; no order was created.`;
  throw new DomainError('conflict', 'insufficient_stock', message, { details: { items: short }, fieldErrors: errors });
};

const stockError = ({ stock }: Product): ItemError => {
  const message =
    stock === 0
      ? 'cannot be fulfilled: the product is out of stock'
      : `must be at most ${stock}, the quantity in stock`;
  return { field: 'quantity', code: 'stock.insufficient', message };
};

/** The stock adjustments of an order request. */
export const stockAdjustmentsOf = ({ items }: OrderRequest): { productId: Product['id']; delta: number }[] =>
  items.map(({ productId, quantity }) => ({ productId, delta: -quantity }));
