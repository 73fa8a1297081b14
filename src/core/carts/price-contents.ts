import { Product, type ProductId } from '#core/catalog/product.ts';
import { type UnpaidLimits, unpaidLimits } from '#core/orders/guest.ts';
import { buyerOfCart } from '#core/orders/order-buyer.ts';
import { type ItemError, itemErrors } from '#core/orders/order-item.ts';
import { asNewBuyer, type PricedRequest, type PriceOrder } from '#core/orders/price-order.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError, type FieldError, invalid, unknownReference } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { CartContents, type CartItem } from './cart-contents.ts';

/** An item as it is now. */
export type CheckedItem = CartItem &
  Readonly<{
    /** Undefined for one that was deleted. */
    product: Product | undefined;
    /** Why it cannot be ordered at all, such as that it is no longer on sale. */
    refusal: ItemError | undefined;
    /** Whether there is less of it in stock. */
    isShort: boolean;
  }>;

/** What contents would cost now. Nothing is locked or reserved. */
export type PricedContents = Readonly<{
  /** In the order of the contents. */
  items: readonly CheckedItem[];
  /** The items that can be ordered, as an order of them would be priced; undefined if there are none, or with errors. */
  priced: PricedRequest | undefined;
  /** Why they cannot be priced. */
  errors: readonly FieldError[];
}>;

type Buyer = Readonly<{ userId: Id<'usr'> | null; isGuest: boolean }>;

/** A work with what was priced before it. */
export type PricedWork<T, Tx> = Readonly<{ priced: PricedContents; work: Work<T, Tx> }>;

/** Prices contents as an order of them; what cannot be ordered is left out and named. */
export type PriceContents = (contents: CartContents, buyer: Buyer) => Promise<PricedContents>;

type Deps = Readonly<{
  /** Reads products without a lock. */
  products: Readonly<{ readProducts(ids: readonly ProductId[]): Promise<readonly Product[]> }>;
  priceOrder: PriceOrder;
  clock: BusinessClock;
}>;

export const makePriceContents =
  ({ products, priceOrder, clock }: Deps): PriceContents =>
  async (contents, { userId, isGuest }) => {
    if (contents.items.length === 0) return { items: [], priced: undefined, errors: [] };
    const at = clock.now();
    const found = await products.readProducts(contents.items.map(({ productId }) => productId));
    const items = checkedItems(contents, found, at);
    const sold = items.filter(({ refusal }) => refusal === undefined);
    if (sold.length === 0) return { items, priced: undefined, errors: [] };
    const request = CartContents.orderRequest({ ...contents, items: sold });
    const buyer = buyerOfCart(CartContents.orderDetails(contents), { userId, at });
    try {
      const priced = await priceOrder(request, isGuest ? asNewBuyer(buyer) : buyer, found);
      return { items, priced, errors: [] };
    } catch (error) {
      // such as a tax id that is no longer accepted
      if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
      return { items, priced: undefined, errors: error.fieldErrors };
    }
  };

const checkedItems = (contents: CartContents, products: readonly Product[], at: Date): CheckedItem[] => {
  const byId = new Map(products.map((product) => [product.id, product]));
  const first = contents.items.map(({ productId }) => byId.get(productId)).find(isSold);
  const currency = contents.currency ?? first?.price.currency;
  return contents.items.map((item) => {
    const product = byId.get(item.productId);
    const isShort =
      product !== undefined &&
      product.stock !== null &&
      Product.withStockAdjusted(product, -item.quantity, at) === product;
    return { ...item, product, refusal: refusalOf(product, currency), isShort };
  });
};

const isSold = (product: Product | undefined): product is Product =>
  product !== undefined && Product.isOnSale(product) && product.variants.length === 0;

const refusalOf = (product: Product | undefined, currency: string | undefined): ItemError | undefined => {
  const field = 'product_id';
  if (product === undefined || !Product.isOnSale(product))
    return { field, code: 'any.only', message: 'must be a product that is on sale' };
  if (product.variants.length > 0) {
    const message = 'must be one of the variants of the product, which is not sold itself';
    return { field, code: 'any.only', message };
  }
  if (product.price.currency === currency) return undefined;
  return {
    field,
    code: 'currency.mismatch',
    message: `must be a product that is sold in ${currency ?? 'its currency'}`,
  };
};

/** The errors of items that cannot be ordered at all. */
export const refusedItems = ({ items }: Pick<PricedContents, 'items'>): FieldError[] =>
  itemErrors(items, ({ refusal }) => refusal);

/**
 * Requires that what a writer chose can be ordered, as far as is known before the rest is chosen.
 * @throws DomainError `unknown_reference` for items, `validation_failed`.
 */
export const requireSellable = (priced: PricedContents): void => {
  const errors = refusedItems(priced);
  if (errors.length > 0) throw unknownReference(errors);
  if (priced.errors.length > 0) throw invalid(priced.errors);
};

/**
 * Whether a buyer may learn that less of an item is in stock: of more than they may order without paying nobody is told
 * how much there is. That there is nothing is public.
 */
export const tellsStock = ({ items, priced }: PricedContents, limit: keyof UnpaidLimits): boolean => {
  if (priced === undefined) return false;
  const tracked = items.reduce((sum, { quantity, product }) => (product?.stock == null ? sum : sum + quantity), 0);
  return tracked <= unpaidLimits(priced.rules)[limit].stock;
};
