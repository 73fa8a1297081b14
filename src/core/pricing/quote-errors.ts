import type { Money } from '#core/shared/money.ts';
import type { Cart } from './cart.ts';
import { PricedLine } from './priced-line.ts';
import type { Quote } from './quote.ts';
import { quoteShapeErrors } from './quote-shape.ts';

/** The errors of another provider's quote: no order may keep amounts that do not add up. */
export const quoteErrors = (cart: Cart, quote: Quote): string[] => {
  const shapeErrors = quoteShapeErrors(quote);
  if (shapeErrors.length > 0) return shapeErrors;
  if (quote.items.length !== cart.lines.length) {
    return [
      `items must have one entry per line of the cart: it has ${quote.items.length}, and the cart ${cart.lines.length}`,
    ];
  }
  const items = quote.items.map(({ unitPrice, ...line }, index) => ({
    ...line,
    price: unitPrice.times(BigInt(cart.lines[index]?.quantity ?? 0)),
  }));
  return [
    ...items.flatMap((line, index) => lineErrors(line, { cart, quote, name: `items[${index}]` })),
    ...quote.shippingLines.flatMap((line, index) => lineErrors(line, { cart, quote, name: `shippingLines[${index}]` })),
    ...(quote.shippingLines.every(({ methodId }) => methodId === cart.shippingMethodId)
      ? []
      : ['shippingLines must only have the chosen method']),
    ...(quote.shippingLines.length > 1 ? ['shippingLines must have the chosen method once'] : []),
    ...quote.shippingOptions.flatMap(({ price }, index) =>
      isAmountOf(cart, price) ? [] : [`shippingOptions[${index}].price must be ${amountRule(cart)}`],
    ),
  ];
};

const amountRule = ({ currency }: Cart): string => `at least 0, at most 999999999999.99 and in ${currency}`;

const isAmountOf = ({ currency }: Cart, amount: Money): boolean =>
  amount.currency === currency && !amount.isNegative && !amount.isTooLarge;

type Context = Readonly<{ cart: Cart; quote: Quote; name: string }>;

const lineErrors = (line: PricedLine, { cart, quote, name }: Context): string[] => {
  const amounts = [line.price, ...line.discounts.map(({ amount }) => amount), PricedLine.tax(line)];
  if (!amounts.every((amount) => isAmountOf(cart, amount))) {
    return [`the amounts of ${name} must be ${amountRule(cart)}`];
  }
  if (line.discounts.some(({ discount }) => quote.discounts[discount] === undefined)) {
    return [`the discounts of ${name} must refer to positions in discounts`];
  }
  const discounted = PricedLine.discounted(line);
  if (discounted.isNegative) return [`the discounts of ${name} must be at most its price`];
  const isTaxed = !quote.pricesIncludeTax || PricedLine.tax(line).compare(discounted) <= 0;
  return isTaxed ? [] : [`the tax of ${name} must be at most its price, which includes it`];
};
