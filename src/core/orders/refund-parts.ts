import { PricedLine } from '#core/pricing/priced-line.ts';
import { DomainError, invalid } from '#core/shared/domain-error.ts';
import { describeMoneyError, Money } from '#core/shared/money.ts';
import type { Order } from './order.ts';
import { keptLines, shippingTotal } from './order-amounts.ts';
import { OrderSums } from './order-charges.ts';
import { keptOrder } from './remaining-order.ts';

/** What a refund pays, and for what. */
export type RefundParts = Readonly<{
  /** What is refunded. */
  amount: Money;
  /** What the items cost, after discounts and with tax. */
  items: Money;
  /** What the shipping costs, with tax. */
  shipping: Money;
  /** The tax in both. */
  tax: Money;
  /** The discounts that reduced both. */
  discount: Money;
  /** What of both an earlier refund covers already. */
  covered: Money;
}>;

/** What the buyer keeps of an order, in sums. */
type KeptSums = Readonly<{ total: Money; shipping: Money; tax: Money; discount: Money }>;

const keptSums = (order: Order): KeptSums => {
  const { discount, total } = OrderSums.of(keptOrder(order));
  const zero = Money.ofMinor(0n, order.currency);
  return {
    total: total.subtract(order.shippingRefunded),
    shipping: shippingTotal(order).subtract(order.shippingRefunded),
    tax: keptLines(order)
      .map(PricedLine.tax)
      .reduce((sum, tax) => sum.add(tax), zero),
    discount,
  };
};

/** The parts of a refund by which the buyer keeps less; without `after` they keep nothing. */
export const refundParts = (before: Order, after: Order | undefined, amount: Money): RefundParts => {
  const from = keptSums(before);
  const zero = Money.ofMinor(0n, before.currency);
  const to = after === undefined ? { total: zero, shipping: zero, tax: zero, discount: zero } : keptSums(after);
  const cost = from.total.subtract(to.total);
  const shipping = from.shipping.subtract(to.shipping);
  const uncovered = cost.subtract(cost.min(amount));
  return {
    amount,
    items: cost.subtract(shipping),
    shipping,
    tax: from.tax.subtract(to.tax),
    discount: from.discount.subtract(to.discount),
    covered: uncovered.min(before.amountRefunded.add(before.refundDue)),
  };
};

/** The parts of a refund as the API shows them, in major units. */
export type RefundPartsView = Readonly<Record<keyof RefundParts, number>>;

export const refundPartsView = ({ amount, items, shipping, tax, discount, covered }: RefundParts): RefundPartsView => ({
  amount: amount.toNumber(),
  items: items.toNumber(),
  shipping: shipping.toNumber(),
  tax: tax.toNumber(),
  discount: discount.toNumber(),
  covered: covered.toNumber(),
});

/**
 * Requires the refund that the caller saw, in major units.
 * @throws DomainError `total_changed` for another one, `validation_failed`.
 */
export const requireExpectedRefund = (amount: Money, expected: number | undefined): void => {
  if (expected === undefined) return;
  const { currency } = amount;
  const parsed = Money.parse(expected, currency);
  if (!(parsed instanceof Money))
    throw invalid([{ path: ['expected_refund'], ...describeMoneyError(parsed, currency) }]);
  if (parsed.compare(amount) === 0) return;
  const message = `The refund is ${amount.toDecimal()} ${currency}, not ${parsed.toDecimal()}; nothing was changed.`;
  throw new DomainError('conflict', 'total_changed', message, { details: { total: amount.toNumber(), currency } });
};
