import type { Money } from '#core/shared/money.ts';
import type { Cart } from './cart.ts';
import { PricedLine } from './priced-line.ts';
import type { Quote } from './quote.ts';
import { quoteShapeErrors } from './quote-shape.ts';

/** What is wrong with a quote of another provider, so that no order keeps amounts that do not add up; empty if nothing is. */
export const quoteErrors = (cart: Cart, quote: Quote): string[] => {
  const shapeErrors = quoteShapeErrors(quote);
  if (shapeErrors.length > 0) return shapeErrors;
  if (quote.items.length !== cart.lines.length) return [`it has ${quote.items.length} items of ${cart.lines.length}`];
  const items = quote.items.map(({ unitPrice, ...line }, index) => ({
    ...line,
    price: unitPrice.times(BigInt(cart.lines[index]?.quantity ?? 0)),
  }));
  return [
    ...items.flatMap((line, index) => lineErrors(line, { cart, quote, name: `items[${index}]` })),
    ...quote.shippingLines.flatMap((line, index) => lineErrors(line, { cart, quote, name: `shippingLines[${index}]` })),
    ...(quote.shippingLines.every(({ methodId }) => methodId === cart.shippingMethodId)
      ? []
      : ['shippingLines has a method that the buyer did not choose']),
    ...(quote.shippingLines.length > 1 ? ['shippingLines has more than the chosen method'] : []),
    ...quote.shippingOptions.flatMap(({ price }, index) =>
      isAmountOf(cart, price) ? [] : [`shippingOptions[${index}] has a price that is ${NO_AMOUNT} ${cart.currency}`],
    ),
  ];
};

const NO_AMOUNT = 'negative, too large or not in';

const isAmountOf = ({ currency }: Cart, amount: Money): boolean =>
  amount.currency === currency && !amount.isNegative && !amount.isTooLarge;

type Context = Readonly<{ cart: Cart; quote: Quote; name: string }>;

const lineErrors = (line: PricedLine, { cart, quote, name }: Context): string[] => {
  const amounts = [line.price, ...line.discounts.map(({ amount }) => amount), PricedLine.tax(line)];
  if (!amounts.every((amount) => isAmountOf(cart, amount))) {
    return [`${name} has an amount that is ${NO_AMOUNT} ${cart.currency}`];
  }
  if (line.discounts.some(({ discount }) => quote.discounts[discount] === undefined)) {
    return [`${name} has a part of a discount that the quote does not have`];
  }
  const discounted = PricedLine.discounted(line);
  if (discounted.isNegative) return [`${name} has a discount above its price`];
  const isTaxed = !quote.pricesIncludeTax || PricedLine.tax(line).compare(discounted) <= 0;
  return isTaxed ? [] : [`${name} has a tax above the price that includes it`];
};
