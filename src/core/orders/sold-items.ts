import { accessLevelOf } from '#core/access/ownership.ts';
import { Product, type ProductId } from '#core/catalog/product.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Currency } from '#core/shared/currency.ts';
import { DomainError, invalid, unknownReference } from '#core/shared/domain-error.ts';
import { describeMoneyError, Money } from '#core/shared/money.ts';
import { CustomItem, type Goods, isCustom } from './custom-item.ts';
import { type ItemError, itemErrors, type OrderItem } from './order-item.ts';

/** A quantity of a product, of an item that the edited order has, or of a custom item. */
export type RequestedItem = Readonly<{
  quantity: number;
  productId?: ProductId | undefined;
  /** Of the order that is edited. */
  itemId?: OrderItem['id'] | undefined;
  custom?: CustomItem | undefined;
  /** In major units, as the staff sets it; required for a custom item. If omitted, that of the item or of the product. */
  unitPrice?: number | undefined;
}>;

/** A quantity of what is sold, at its price. */
export type SoldItem = Readonly<{
  goods: Goods;
  quantity: number;
  /** What the edited order has of it; undefined for what is added. */
  former: OrderItem | undefined;
  unitPrice: Money;
  /** Whether the staff has set the price; not if it is that of the item. */
  isPriceSet: boolean;
}>;

/** What is sold, in one currency. */
export type Sold = Readonly<{ items: readonly SoldItem[]; currency: Currency }>;

type Request = Readonly<{ items: readonly RequestedItem[]; currency?: Currency | undefined }>;

/** @throws DomainError `validation_failed` for who may only write their own orders, and sets a price. */
export const requireMaySetPrices = (actor: Actor, { items }: Request): void => {
  if (accessLevelOf(actor, 'orders:write') === 'all') return;
  const message = 'must be omitted: only the shop sets prices';
  const errors = itemErrors(items, ({ custom, unitPrice }) => {
    if (custom === undefined && unitPrice === undefined) return undefined;
    return { field: custom === undefined ? 'unit_price' : 'name', code: 'any.unknown', message };
  });
  if (errors.length > 0) throw invalid(errors);
};

/** The items of the order that is edited; none of a new one. */
type FormerItems = readonly OrderItem[];

const formerOf = ({ itemId, productId }: RequestedItem, items: FormerItems): OrderItem | undefined =>
  items.find((item) =>
    itemId === undefined ? productId !== undefined && item.productId === productId : item.id === itemId,
  );

/** The products that a request is about. */
export const requestedProducts = ({ items }: Request, former: FormerItems): ProductId[] =>
  items.flatMap((item) => item.productId ?? formerOf(item, former)?.productId ?? []);

type Named = Readonly<{ requested: RequestedItem; former: OrderItem | undefined; goods: Goods | undefined }>;

/** What a request is checked against. */
type SaleContext = Readonly<{
  products: readonly Product[];
  former: FormerItems;
  /** The currency of custom items alone. */
  currency: Currency;
}>;

/**
 * What a request names, at its prices. Items of the edited order keep their prices unless the staff sets others.
 * @throws DomainError `unknown_reference` for what is not on sale, unless the order keeps it; `currency_mismatch`,
 * `validation_failed`.
 */
export const requireOnSale = (request: Request, { products, former, currency: fallback }: SaleContext): Sold => {
  const byId = new Map(products.map((product) => [product.id, product]));
  const named = request.items.map((requested): Named => {
    const item = formerOf(requested, former);
    return { requested, former: item, goods: goodsOf(requested, item, byId) };
  });
  const errors = itemErrors(named, saleError);
  if (errors.length > 0) throw unknownReference(errors);
  requireDistinct(named);
  const currency = request.currency ?? named.flatMap(({ goods }) => priceOf(goods)?.currency ?? [])[0] ?? fallback;
  requireCurrency(named, currency);
  return { currency, items: pricedItems(named, currency) };
};

const goodsOf = (
  { custom, productId }: RequestedItem,
  former: OrderItem | undefined,
  products: ReadonlyMap<ProductId, Product>,
): Goods | undefined => {
  if (custom !== undefined) return custom;
  if (former !== undefined && isCustom(former)) return CustomItem.of(former);
  const id = productId ?? former?.productId ?? null;
  return id === null ? undefined : products.get(id);
};

const priceOf = (goods: Goods | undefined): Money | undefined =>
  goods === undefined || goods.id === null ? undefined : goods.price;

const NO_PRICE: ItemError = { field: 'unit_price', code: 'any.required', message: 'is required' };

const NO_ITEM: ItemError = { field: 'id', code: 'any.only', message: 'must be the id of an item of the order' };

const notOnSale = (field: string): ItemError => ({
  field,
  code: 'any.only',
  message: 'must be a product that is on sale',
});

const hasVariants = (field: string): ItemError => ({
  field,
  code: 'any.only',
  message: 'must be one of the variants of the product, which is not sold itself',
});

const saleError = ({ requested: { itemId, quantity }, former, goods }: Named): ItemError | undefined => {
  if (itemId !== undefined && former === undefined) return NO_ITEM;
  const field = itemId === undefined ? 'product_id' : 'id';
  if (goods === undefined) return notOnSale(field);
  if (goods.id === null || quantity <= (former?.quantity ?? 0)) return undefined;
  if (!Product.isOnSale(goods)) return notOnSale(field);
  return goods.variants.length > 0 ? hasVariants(field) : undefined;
};

/** An item may be named by its id and by its product. */
const requireDistinct = (named: readonly Named[]): void => {
  const seen = new Set<OrderItem>();
  const errors = itemErrors(named, ({ former, requested }) => {
    if (former === undefined || !seen.has(former)) {
      if (former !== undefined) seen.add(former);
      return undefined;
    }
    const field = requested.itemId === undefined ? 'product_id' : 'id';
    return { field, code: 'array.unique', message: 'must not name an item twice' };
  });
  if (errors.length > 0) throw invalid(errors);
};

/** @throws DomainError `currency_mismatch` unless all products that the order does not keep have one currency. */
const requireCurrency = (named: readonly Named[], currency: Currency): void => {
  const message = `must be a product that is sold in ${currency}`;
  const error: ItemError = { field: 'product_id', code: 'currency.mismatch', message };
  const errors = itemErrors(named, ({ former, goods }) => {
    const price = former?.unitPrice ?? priceOf(goods);
    return price === undefined || price.currency === currency ? undefined : error;
  });
  if (errors.length === 0) return;
  throw new DomainError('invalid', 'currency_mismatch', `All items of an order have one currency, here ${currency}.`, {
    fieldErrors: errors,
  });
};

const pricedItems = (named: readonly Named[], currency: Currency): SoldItem[] => {
  const items = named.map(({ requested, ...item }) => {
    const { unitPrice } = requested;
    return { ...item, requested, given: unitPrice === undefined ? undefined : Money.parse(unitPrice, currency) };
  });
  const errors = itemErrors(items, ({ requested, given }) => {
    if (given === undefined) return requested.custom === undefined ? undefined : NO_PRICE;
    return given instanceof Money ? undefined : { field: 'unit_price', ...describeMoneyError(given, currency) };
  });
  if (errors.length > 0) throw invalid(errors);
  return items.flatMap(({ requested: { quantity }, former, goods, given }): SoldItem[] => {
    const known = former?.unitPrice ?? priceOf(goods);
    const set = given instanceof Money ? given : undefined;
    const unitPrice = set ?? known;
    if (goods === undefined || unitPrice === undefined) return [];
    const isPriceSet = set !== undefined && (former === undefined || set.compare(former.unitPrice) !== 0);
    return [{ goods, quantity, former, unitPrice, isPriceSet }];
  });
};
