import type { Cart } from '#core/pricing/cart.ts';
import { type Allocation, PricedLine } from '#core/pricing/priced-line.ts';
import type { Quote } from '#core/pricing/quote.ts';
import type { AppliedRate } from '#core/pricing/taxes.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { Money } from '#core/shared/money.ts';
import type { ShippingLine } from './order-charges.ts';
import { type Move, rateAfter } from './place-answers.ts';
import { shippingErrors } from './price-order.ts';
import { cheapestBelow } from './refundable-shipping.ts';

/** The shipping of an edited order, at the prices that a consumer sees. */
export type EditedShipping = Omit<ShippingLine, 'tax'> &
  Readonly<{
    rate: AppliedRate | undefined;
    /** Whether its price and discounts are the agreed ones. */
    isAsAgreed: boolean;
    /** What a pricing provider says of its tax. */
    tax: ShippingLine['tax'];
  }>;

type Edited = Readonly<{
  cart: Cart;
  /** At the prices that a consumer sees. */
  agreed: ShippingLine | undefined;
  move: Move | undefined;
  /** Of the whole order by today’s tables; required for another method. */
  quote: Quote | undefined;
  /** Those of the quote’s shipping. */
  discounts: readonly Allocation[];
  /** Whether discounts were found anew. */
  isRediscounted: boolean;
  /** The rate of goods that had a rate before, for a method that is no longer offered. */
  rateOfGoods: (agreed: AppliedRate | undefined) => AppliedRate | undefined;
}>;

/** @throws DomainError `validation_failed` for a method that does not ship to the new place. */
export const editedShipping = (edited: Edited): EditedShipping | undefined => {
  const { cart, agreed, quote } = edited;
  if (cart.shippingMethodId === null) return undefined;
  if (agreed?.methodId === cart.shippingMethodId) return keptShipping(edited, agreed);
  const [chosen] = quote?.shippingLines ?? [];
  if (quote === undefined || chosen === undefined) throw unavailable(quote, cart);
  const isFree = agreed !== undefined && isFreeOf(agreed);
  const discounts = isFree && !edited.isRediscounted ? resized(agreed.discounts, chosen.price) : edited.discounts;
  const cheapest = cheapestBelow(chosen.price, quote);
  return { ...chosen, cheapest, discounts, rate: chosen.tax ?? undefined, isAsAgreed: false };
};

const unavailable = (quote: Quote | undefined, cart: Cart): Error =>
  quote === undefined
    ? new TypeError('Another shipping method needs a quote.')
    : invalid(shippingErrors({ quote, cart }, false));

const keptShipping = (edited: Edited, agreed: ShippingLine): EditedShipping => {
  const { move, cart, isRediscounted } = edited;
  const [from, to] = [move?.from.quote, move?.to.quote].map((quote) =>
    quote?.shippingOptions.find(({ methodId }) => methodId === agreed.methodId),
  );
  const isSame = from?.price.minor === to?.price.minor;
  if (!isSame && to === undefined) throw unavailable(move?.to.quote, cart);
  const { name, price, cheapest } = isSame || to === undefined ? agreed : repriced(to, move?.to.quote);
  const discounts = isRediscounted ? edited.discounts : agreed.discounts;
  return {
    ...{ methodId: agreed.methodId, name, price, cheapest, tax: move?.to.quote.shippingLines[0]?.tax ?? agreed.tax },
    discounts: isRediscounted || isFreeOf(agreed) ? resized(discounts, price) : discounts,
    rate: shippingRate(edited, agreed),
    isAsAgreed: isSame && !isRediscounted,
  };
};

/** A method at its price of today. */
const repriced = (option: Quote['shippingOptions'][number], quote: Quote | undefined) => ({
  ...option,
  cheapest: quote === undefined ? null : cheapestBelow(option.price, quote),
});

const isFreeOf = (line: ShippingLine): boolean => line.price.minor > 0n && PricedLine.discounted(line).minor === 0n;

/** Free shipping stays free at another price. */
const resized = (discounts: readonly Allocation[], price: Money): readonly Allocation[] =>
  price.minor === 0n ? [] : discounts.slice(0, 1).map(({ discount }) => ({ discount, amount: price }));

const shippingRate = ({ move, rateOfGoods }: Edited, agreed: ShippingLine): AppliedRate | undefined => {
  const rate = agreed.tax ?? undefined;
  if (move === undefined) return rate;
  const [[from], [to]] = [move.from.quote.shippingLines, move.to.quote.shippingLines];
  return from === undefined || to === undefined ? rateOfGoods(rate) : rateAfter(rate, { from: from.tax, to: to.tax });
};
