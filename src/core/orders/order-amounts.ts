import { PricedLine } from '#core/pricing/priced-line.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { Money, roundedQuotient } from '#core/shared/money.ts';
import { type Charged, OrderSums, pricedLines } from './order-charges.ts';
import { allows, isPayable, type OrderLifecycle } from './order-lifecycle.ts';
import type { OrderState } from './order-states.ts';
import { type Divisible, keptOrder } from './remaining-order.ts';

type Amounts = Readonly<{ amountPaid: Money; amountRefunded: Money }>;

type Waiving = Readonly<{ waived: Money }>;

/** The paid amount minus refunds. */
export const amountHeld = ({ amountPaid, amountRefunded }: Amounts): Money => amountPaid.subtract(amountRefunded);

type Kept = Divisible & Readonly<{ shippingRefunded: Money }>;

/** The cost of what the buyer keeps: the total without returned items and refunded shipping. */
export const keptOf = (order: Kept): Money => OrderSums.of(keptOrder(order)).total.subtract(order.shippingRefunded);

/** What shipping costs, with tax. */
export const shippingTotal = ({ charges, currency }: Divisible): Money =>
  charges.shippingLines
    .map((line) => PricedLine.total(line, charges.pricesIncludeTax))
    .reduce((sum, total) => sum.add(total), Money.ofMinor(0n, currency));

/** What the buyer keeps, shipping included; what was refunded of it is negative. */
export const keptLines = (order: Kept): readonly PricedLine[] => [
  ...pricedLines(keptOrder(order)),
  ...refundedShipping(order),
];

/** What was refunded of shipping, as negative lines: the tax is in proportion. */
const refundedShipping = (order: Kept): PricedLine[] => {
  const { shippingLines, pricesIncludeTax } = order.charges;
  const totals = shippingLines.map((line) => PricedLine.total(line, pricesIncludeTax));
  if (order.shippingRefunded.minor === 0n || shippingTotal(order).minor === 0n) return [];
  const parts = order.shippingRefunded.allocate(totals.map(({ minor }) => minor));
  return shippingLines.map((line, index): PricedLine => {
    const [part, total] = [parts[index] ?? order.shippingRefunded, totals[index] ?? order.shippingRefunded];
    const { minor } = PricedLine.tax(line);
    const share = total.minor === 0n ? 0n : roundedQuotient(minor * part.minor, total.minor);
    const tax = Money.ofMinor(-share, order.currency);
    const refunded = part.times(-1n);
    return {
      price: pricesIncludeTax ? refunded : refunded.subtract(tax),
      discounts: [],
      tax: line.tax && { ...line.tax, amount: tax },
    };
  });
};

/** What the buyer is to have paid: the cost of what they keep, less what is waived of it. */
export const owedOf = (order: Kept & Waiving): Money => keptOf(order).subtract(order.waived);

type Owed = Kept & Waiving & Amounts & OrderLifecycle;

/** The amount still to be paid. */
export const amountDue = (order: Owed): Money =>
  isPayable(order) ? outstanding(order) : Money.ofMinor(0n, order.currency);

/** What the buyer owes minus the net payments, also when the order is not payable. */
export const outstanding = (order: Owed): Money => {
  if (!allows(order, 'pay')) return Money.ofMinor(0n, order.currency);
  return owedOf(order).subtract(amountHeld(order));
};

/** Whether there is a payment or an authorization to reverse. */
export const isPaidFor = (order: Amounts & Pick<OrderLifecycle, 'state'>): boolean =>
  order.state.payment === 'authorized' || amountHeld(order).minor > 0n;

/** Whether the order was once paid in full. */
export const isSettled = ({ state }: Readonly<{ state: OrderState }>): boolean =>
  ['paid', 'partially_refunded', 'refunded'].includes(state.payment);

/** The payment status of an order that was once paid in full. */
export const settledStatus = (order: Amounts & Charged): 'paid' | 'partially_refunded' | 'refunded' => {
  const held = amountHeld(order);
  if (held.compare(OrderSums.of(order).total) >= 0) return 'paid';
  return held.minor === 0n ? 'refunded' : 'partially_refunded';
};

/** The payment status of an order that was never paid in full, without an authorization of the rest. */
export const unsettledStatus = (order: Amounts): 'unpaid' | 'partially_paid' =>
  amountHeld(order).minor > 0n ? 'partially_paid' : 'unpaid';

/** @throws DomainError `validation_failed` unless the amount is more than zero and at most the maximum. */
export const requireWithin = (amount: Money, maximum: Money): void => {
  if (amount.minor > 0n && amount.compare(maximum) <= 0) return;
  const message = `must be more than 0 and at most ${maximum.toDecimal()}`;
  throw invalid([{ path: ['amount'], code: 'number.max', message }]);
};

/** Repeated payments and refunds add up, so the sum needs a limit. */
export const requireCountable = (amountPaid: Money): void => {
  if (!amountPaid.isTooLarge) return;
  const message = 'must make at most 999999999999.99 together with earlier payments, refunded ones included';
  throw invalid([{ path: ['amount'], code: 'number.max', message }]);
};
