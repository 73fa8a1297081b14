import { pricedInvoiceLine } from '#core/invoices/document-parts.ts';
import type { Invoice } from '#core/invoices/invoice.ts';
import type { FulfilledItem } from '#core/orders/fulfillment.ts';
import type { Order, OrderId } from '#core/orders/order.ts';
import { OrderSums } from '#core/orders/order-charges.ts';
import { agreedItem, agreedQuantity, type OrderItem } from '#core/orders/order-item.ts';
import type { Movement } from '#core/payments/ledger.ts';
import { PricedLine } from '#core/pricing/priced-line.ts';
import type { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { TaxKey } from './filters.ts';

/** What the figures need of an order. */
export type SoldOrder = Pick<
  Order,
  'id' | 'currency' | 'createdAt' | 'userId' | 'erasedBuyer' | 'country' | 'items' | 'charges'
> &
  Readonly<{
    /** Stands for the e-mail of a guest, and is the same for all orders with it; null without one. */
    guestKey: string | null;
  }>;

/** What the figures need of an invoice that is not of an order. */
export type PaidInvoice = Pick<Invoice, 'id' | 'currency' | 'createdAt' | 'userId' | 'country' | 'lines' | 'charges'>;

/** A movement of the ledger. */
export type SaleMovement = Pick<Movement, 'id' | 'kind' | 'amount' | 'at'> &
  Readonly<{
    isOverpayment: boolean;
    /** Of a refund of items. */
    items: readonly FulfilledItem[] | null;
    /** What a refund is for of the shipping, with tax. */
    shipping: Money | null;
  }>;

/** The first outcome of a payment. One that was cancelled before it had any is no attempt. */
export type PaymentAttempt = Readonly<{
  gateway: string;
  /** Null if it succeeded. */
  failureCode: string | null;
  at: Date;
}>;

/** A return whose items were received. */
export type ReceivedReturn = Readonly<{ at: Date; units: number }>;

/** A withdrawal that was accepted, at the time of its statement. */
export type AcceptedWithdrawal = Readonly<{ at: Date; units: number }>;

/** An order or an invoice, with all movements of its payments, their outcomes, and what was withdrawn from or sent back. */
export type Sale = Readonly<{
  sold: SoldOrder | PaidInvoice;
  movements: readonly SaleMovement[];
  attempts: readonly PaymentAttempt[];
  returns: readonly ReceivedReturn[];
  withdrawals: readonly AcceptedWithdrawal[];
}>;

/** A line of a sale, in minor units. */
export type SoldLine = Readonly<{
  /** Of an order. */
  item: OrderItem | null;
  isShipping: boolean;
  /** With cancelled quantities, and with the tax. */
  total: bigint;
  tax: bigint;
  taxKey: string | null;
}>;

export const isOrder = (sold: Sale['sold']): sold is SoldOrder => 'items' in sold;

export const soldLines = (sold: Sale['sold']): readonly SoldLine[] => {
  const { pricesIncludeTax } = sold.charges;
  const lineOf = (line: PricedLine): Pick<SoldLine, 'total' | 'tax' | 'taxKey'> => ({
    total: PricedLine.total(line, pricesIncludeTax).minor,
    tax: PricedLine.tax(line).minor,
    taxKey: line.tax && TaxKey.of({ country: sold.country, rate: line.tax.rate, name: line.tax.name }),
  });
  const shipping = sold.charges.shippingLines.map((line) => ({ item: null, isShipping: true, ...lineOf(line) }));
  if (!isOrder(sold)) {
    const lines = sold.lines.map((line) => ({ item: null, isShipping: false, ...lineOf(pricedInvoiceLine(line)) }));
    return [...lines, ...shipping];
  }
  const items = sold.items.map((item) => ({
    item,
    isShipping: false,
    ...withCancelled(item, lineOf(agreedItem(item)), pricesIncludeTax),
  }));
  return [...items, ...shipping];
};

type Costs = Pick<SoldLine, 'total' | 'tax' | 'taxKey'>;

/**
 * What the line cost before parts of it were cancelled. What was cancelled before the agreement, by an edit or a former
 * version, is in proportion to it; at the unit price, without discounts, if it is about nothing.
 */
const withCancelled = (item: OrderItem, line: Costs, pricesIncludeTax: boolean): Costs => {
  const quantity = agreedQuantity(item);
  const all = item.quantity + item.cancelledQuantity;
  if (all === quantity) return line;
  if (quantity === 0) {
    const price = item.unitPrice.times(BigInt(all));
    const tax = item.tax === null ? 0n : (pricesIncludeTax ? Rate.within : Rate.of)(item.tax.rate, price).minor;
    return { ...line, total: price.minor + (pricesIncludeTax ? 0n : tax), tax };
  }
  const ordered = (amount: bigint): bigint => (amount * BigInt(all)) / BigInt(quantity);
  return { ...line, total: ordered(line.total), tax: ordered(line.tax) };
};

/** The key of the buyer in the dimension `user`; empty for guests. */
export const buyerOf = (sold: Sale['sold']): string =>
  (isOrder(sold) ? (sold.userId ?? sold.erasedBuyer) : sold.userId) ?? '';

/**
 * When an order counts: at its first capture. One that costs nothing, because discounts pay for all of it, counts when it
 * is created. Orders without prices send the goods of subscriptions, whose sales are those of invoices.
 */
export const firstPaidAt = (order: SoldOrder, movements: Sale['movements']): Date | null => {
  const captures = movements.filter(({ kind, isOverpayment }) => kind === 'capture' && !isOverpayment);
  const [first] = captures.map(({ at }) => at).sort((a, b) => a.getTime() - b.getTime());
  if (first !== undefined) return first;
  const { subtotal, total } = OrderSums.of(order);
  return subtotal.minor > 0n && total.minor === 0n ? order.createdAt : null;
};

/** An order that counts, as a purchase of its buyer. */
export type Purchase = Readonly<{
  orderId: OrderId;
  /** The id of the user, or of the user with whom a guest was erased; else the key of the guest’s e-mail, else the id of the order. */
  buyer: string;
  at: Date;
}>;

/** What the same buyer has bought before a purchase. */
export type EarlierPurchases = Readonly<{
  /** Of the buyer's first purchase. */
  firstAt: Date;
  /** Of the one right before; null for the first. Purchases of one time are in the order of their ids. */
  previousAt: Date | null;
}>;

/** The purchase of an order; undefined if the order does not count, or not yet. */
export const purchaseOf = (order: SoldOrder, movements: Parameters<typeof firstPaidAt>[1]): Purchase | undefined => {
  const at = firstPaidAt(order, movements);
  const { id: orderId, userId, erasedBuyer, guestKey } = order;
  return at === null ? undefined : { orderId, buyer: userId ?? erasedBuyer ?? guestKey ?? orderId, at };
};

/** The name of a product or a category in an order. It is shown once the product or the category is deleted. */
export type SoldLabel = Readonly<{
  dimension: 'product' | 'category';
  key: string;
  label: string;
  /** When the order was created: the name in the newest order counts. */
  at: Date;
}>;

/** The names in sales, the newest of each product and category. */
export const labelsOf = (sales: readonly Sale[]): readonly SoldLabel[] => {
  const newest = new Map<string, SoldLabel>();
  for (const { sold } of sales) {
    if (!isOrder(sold)) continue;
    const at = sold.createdAt;
    for (const { productId, parentId, name, category } of sold.items) {
      if (productId !== null) note(newest, { dimension: 'product', key: productId, label: name, at });
      if (parentId !== null) note(newest, { dimension: 'product', key: parentId, label: name, at });
      if (category !== null) note(newest, { dimension: 'category', key: category.id, label: category.name, at });
    }
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, label]) => label);
};

const note = (newest: Map<string, SoldLabel>, label: SoldLabel): void => {
  const name = `${label.dimension} ${label.key}`;
  const known = newest.get(name);
  if (known === undefined || isNewer(label, known)) newest.set(name, label);
};

/** Of labels of one time the last one counts, so that the order in which they are counted makes no difference. */
export const isNewer = (label: SoldLabel, known: SoldLabel): boolean =>
  label.at > known.at || (label.at.getTime() === known.at.getTime() && label.label > known.label);
