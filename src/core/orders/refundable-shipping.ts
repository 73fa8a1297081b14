import { PricedLine } from '#core/pricing/priced-line.ts';
import type { Quote } from '#core/pricing/quote.ts';
import { Money, roundedQuotient } from '#core/shared/money.ts';
import type { ShippingLine } from './order-charges.ts';
import type { Divisible } from './remaining-order.ts';

/** The price of the cheapest of the shipping that was offered, before discounts; null if nothing costs less. */
export const cheapestBelow = (price: Money, { shippingOptions }: Pick<Quote, 'shippingOptions'>): Money | null => {
  const cheapest = shippingOptions.reduce((lowest, option) => lowest.min(option.price), price);
  return cheapest.compare(price) < 0 ? cheapest : null;
};

/**
 * What the withdrawal from a whole order refunds of its shipping, with tax: what the cheapest that was offered would have
 * cost, less what was refunded already.
 */
export const refundableShipping = ({
  charges: { shippingLines, pricesIncludeTax },
  currency,
  shippingRefunded,
}: Divisible & Readonly<{ shippingRefunded: Money }>): Money => {
  const standard = shippingLines
    .map((line) => standardPart(line, PricedLine.total(line, pricesIncludeTax)))
    .reduce((sum, part) => sum.add(part), Money.ofMinor(0n, currency));
  return standard.subtract(standard.min(shippingRefunded));
};

/** Of what a line cost, as much as the price of the cheapest is of its price. */
const standardPart = ({ price, cheapest }: ShippingLine, total: Money): Money =>
  cheapest === null || cheapest.compare(price) >= 0
    ? total
    : Money.ofMinor(roundedQuotient(total.minor * cheapest.minor, price.minor), total.currency);
