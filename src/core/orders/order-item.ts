import type { Product, ProductId } from '#core/catalog/product.ts';
import type { WithdrawalExemption } from '#core/catalog/withdrawal-exemption.ts';
import { PricedLine } from '#core/pricing/priced-line.ts';
import type { AgreedLine } from '#core/pricing/remaining-lines.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import type { Goods } from './custom-item.ts';

/** The most items of an order, and so of its fulfillments, refunds and returns. */
export const MAX_ITEMS = 100;

export type ItemError = Readonly<{ field: string; code: string; message: string }>;

/** Field errors with the path `items.<index>.<field>`. */
export const itemErrors = <T>(items: readonly T[], errorOf: (item: T) => ItemError | undefined): FieldError[] =>
  items.flatMap((item, index) => {
    const found = errorOf(item);
    if (found === undefined) return [];
    const { field, code, message } = found;
    return [{ path: ['items', index, field], code, message }];
  });

export type OrderItemId = Id<'item'>;

/** What a quantity of an item cost when it was priced. */
export type AgreedItem = Readonly<{
  quantity: number;
  discounts: PricedLine['discounts'];
  /** At the item's rate. */
  tax: Money;
}>;

/** A quantity of a product, with the product's data at checkout, or of a custom item. */
export type OrderItem = Readonly<{
  id: OrderItemId;
  /** Null for a custom item, which is no product. */
  productId: ProductId | null;
  /** The product of which it is a variant; null for other products, and for older items whose product was deleted. */
  parentId: ProductId | null;
  name: string;
  sku: string | null;
  /** The product's slug; null for items older than this field. */
  slug: string | null;
  /** The URL of the product's first image; null also for items older than this field. */
  image: string | null;
  /** How the product differs from the other variants of its parent; empty unless it is a variant. */
  options: StringMap;
  /** The product's category; null without one, and for items older than this field whose product was deleted. */
  category: Product['category'];
  /** Why the buyer cannot withdraw from its purchase; null if they can, and for items older than this field. */
  withdrawalExemption: WithdrawalExemption | null;
  /** By which a custom item is taxed; null for a product, whose own one counts. */
  taxCategory: string | null;
  unitPrice: Money;
  quantity: number;
  /** What was cancelled, which is no longer part of the quantity. */
  cancelledQuantity: number;
  /** Of the quantity, what the buyer has sent back. */
  returnedQuantity: number;
  /** Parts of the order's discounts. */
  discounts: PricedLine['discounts'];
  tax: PricedLine['tax'];
  /** What it cost before parts of it were cancelled; null if none were since it was priced. */
  agreed: AgreedItem | null;
  /** Whether the quantity was taken from tracked stock; only such items are restocked. */
  isFromStock: boolean;
}>;

/** The quantity of items that was taken from tracked stock. */
export const stockOf = (items: readonly Pick<OrderItem, 'quantity' | 'isFromStock'>[]): number =>
  items.reduce((sum, { quantity, isFromStock }) => (isFromStock ? sum + quantity : sum), 0);

/** Such as `Linen shirt (size: M)`. */
export const itemName = ({ name, options }: Pick<OrderItem, 'name' | 'options'>): string => {
  const chosen = Object.entries(options).map(([option, value]) => `${option}: ${value}`);
  return chosen.length === 0 ? name : `${name} (${chosen.join(', ')})`;
};

/** An item with the data of its product now. */
export const itemOf = (goods: Goods, charged: ChargedItem): Omit<OrderItem, 'id' | 'isFromStock'> => ({
  productId: goods.id,
  parentId: goods.parentId,
  name: goods.name,
  sku: goods.sku,
  slug: goods.slug,
  image: goods.media[0]?.url ?? null,
  options: goods.options,
  category: goods.category && { id: goods.category.id, name: goods.category.name },
  withdrawalExemption: goods.withdrawalExemption,
  taxCategory: goods.id === null ? goods.taxCategory : null,
  cancelledQuantity: 0,
  returnedQuantity: 0,
  agreed: null,
  ...charged,
});

const subtotalOf = ({ unitPrice, quantity }: Pick<OrderItem, 'unitPrice' | 'quantity'>): Money =>
  unitPrice.times(BigInt(quantity));

/** What the cost of an item depends on. */
export type ChargedItem = Pick<OrderItem, 'unitPrice' | 'quantity' | 'discounts' | 'tax'>;

/** What an item's quantity costs. */
export const pricedItem = (item: ChargedItem): PricedLine => ({
  price: subtotalOf(item),
  discounts: item.discounts,
  tax: item.tax,
});

/** What the item cost when it was priced, and how much of that remains. */
export const agreedLine = (item: OrderItem, remaining: number): AgreedLine => {
  const { quantity, discounts, tax } = agreementOf(item);
  return {
    unitPrice: item.unitPrice,
    quantity: BigInt(quantity),
    discounts,
    tax: item.tax && { ...item.tax, amount: tax },
    remaining: BigInt(remaining),
  };
};

/** The quantity that was priced. */
export const agreedQuantity = (item: OrderItem): number => item.agreed?.quantity ?? item.quantity;

/** What the item cost when it was priced. */
export const agreedItem = (item: OrderItem): PricedLine => {
  const { unitPrice, quantity, ...line } = agreedLine(item, 0);
  return { price: unitPrice.times(quantity), discounts: line.discounts, tax: line.tax };
};

/** What was agreed, to be kept while parts of it are cancelled. */
export const agreementOf = (item: OrderItem): AgreedItem => item.agreed ?? agreedNow(item);

const agreedNow = (item: ChargedItem): AgreedItem => ({
  quantity: item.quantity,
  discounts: item.discounts,
  tax: PricedLine.tax(pricedItem(item)),
});

/** The item after a part of its quantity was cancelled, before it is priced again. */
export const withoutQuantity = (item: OrderItem, quantity: number): OrderItem => ({
  ...item,
  quantity: item.quantity - quantity,
  cancelledQuantity: item.cancelledQuantity + quantity,
  agreed: agreementOf(item),
});

/** The item after a part of it came back. */
export const withReturned = (item: OrderItem, quantity: number): OrderItem => ({
  ...item,
  returnedQuantity: item.returnedQuantity + quantity,
});

/** The total of items before discounts. */
export const sumOf = (items: readonly Pick<OrderItem, 'unitPrice' | 'quantity'>[], currency: Currency): Money =>
  items.reduce((sum, item) => sum.add(subtotalOf(item)), Money.ofMinor(0n, currency));
