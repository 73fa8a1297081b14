// Why: docs/decisions/0035-changes-of-orders.md

import type { Cart } from '#core/pricing/cart.ts';
import { usesOf } from '#core/pricing/claim-uses.ts';
import { discountCode } from '#core/pricing/discount-fields.ts';
import type { DiscountUse } from '#core/pricing/ports.ts';
import type { Quote } from '#core/pricing/quote.ts';
import { requireTaxId, tidyTaxId } from '#core/pricing/tax-id.ts';
import { type AppliedRate, TaxRules } from '#core/pricing/taxes.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { ShopRules } from '#core/shop/shop-rules.ts';
import { cartOf, type OrderRequest } from './cart-of.ts';
import { chargedEdit, rateOfGoods, type Terms } from './edited-charges.ts';
import { type Discounted, type QuotedPart, withAddedDiscounts, withNewDiscounts } from './edited-discounts.ts';
import { EditedLine, editedLines, withTax } from './edited-lines.ts';
import { editedShipping } from './edited-shipping.ts';
import type { Order } from './order.ts';
import type { CartBuyer } from './order-buyer.ts';
import type { ShippingLine } from './order-charges.ts';
import { answersAt, isSamePlace, type Move, type Place } from './place-answers.ts';
import { codeErrors, type PricedRequest, type PriceOrderDeps, requireCountable, requireTotal } from './price-order.ts';
import { requestedProducts, requireOnSale, type Sold } from './sold-items.ts';

/** What an order is priced by; what is omitted stays. */
export type OrderEdit = Partial<Omit<OrderRequest, 'currency'>>;

/** An edited order with its prices, which nothing reserves. */
type PricedEdit = Pick<PricedRequest, 'items' | 'charges'> &
  Readonly<{
    rules: ShopRules;
    /** The uses of discounts that the order did not have. */
    uses: readonly DiscountUse[];
    customerKey: Cart['customerKey'];
    /** Whether the order’s own uses are returned first. */
    isRediscounted: boolean;
  }>;

/**
 * Prices an edit of an order: what was agreed stays, what is added costs what it costs today, and tax and shipping change
 * where today’s tables tell the new place from the former one.
 * @throws DomainError `unknown_reference`, `currency_mismatch`, `validation_failed`, `total_changed`.
 */
export type PriceEdit = (order: Order, edit: OrderEdit, buyer: CartBuyer) => Promise<PricedEdit>;

export const makePriceEdit =
  ({ products, pricing, rules: queries }: PriceOrderDeps): PriceEdit =>
  async (order, edit, buyer) => {
    const request = editedRequest(order, edit);
    const [found, rules] = await Promise.all([
      products.readProducts(requestedProducts(request, order.items)),
      queries.get(),
    ]);
    const sold = requireOnSale(request, { products: found, former: order.items, currency: order.currency });
    const cart = cartOf(request, sold, buyer);
    const deps = { pricing, rules: TaxRules.of(rules) };
    const places = { from: placeOf(order), to: cart };
    const isMoved = !isSamePlace(places.from, places.to);
    if (isMoved) requireTaxId(cart);
    const former = await formerTerms(deps, { order, cart, sold });
    const lines = editedLines(sold, former.netRateOf);
    const isRediscounted = hasOtherCodes(order, edit);
    const discounted = await withTodaysDiscounts(deps, { order, request, cart, lines, isRediscounted });
    const move = isMoved ? await moveBetween(deps, { cart, lines: discounted.lines, places }) : undefined;
    const terms: Terms = { ...former, order, move, isRediscounted, pricesIncludeTax: deps.rules.pricesIncludeTax };
    const shipping = editedShipping({
      ...{ cart, move, isRediscounted },
      agreed: former.shipping,
      quote: discounted.quote,
      discounts: discounted.ofShipping,
      rateOfGoods: rateOfGoods(terms),
    });
    const priced = { ...chargedEdit(terms, { ...discounted, shipping, taxId: cart.taxId }), cart };
    requireCountable(priced);
    requireTotal(priced, request);
    const { items, charges } = priced;
    return { items, charges, rules, uses: usesOf(discounted.added), customerKey: cart.customerKey, isRediscounted };
  };

/** The request that would create the order as it is. */
const requestOf = ({ items, charges, currency }: Order): OrderRequest => ({
  items: items.filter(({ quantity }) => quantity > 0).map(({ id: itemId, quantity }) => ({ itemId, quantity })),
  currency,
  shippingMethodId: charges.shippingLines[0]?.methodId ?? null,
  discountCodes: codesOf(charges),
  taxId: charges.taxId,
  taxIdConfirmed: charges.taxExemption !== null,
});

/** A confirmation is of a number: another one has its own. */
const editedRequest = (order: Order, edit: OrderEdit): OrderRequest => {
  const former = requestOf(order);
  const isOther = edit.taxId !== undefined && (edit.taxId === null ? null : tidyTaxId(edit.taxId)) !== former.taxId;
  const taxIdConfirmed = edit.taxIdConfirmed ?? (isOther ? false : former.taxIdConfirmed);
  return { ...former, ...edit, taxIdConfirmed };
};

const codesOf = ({ discounts }: Order['charges']): string[] => discounts.flatMap(({ code }) => code ?? []);

const placeOf = ({ shippingAddress, billingAddress, charges }: Order): Place => ({
  shippingAddress,
  billingAddress,
  taxId: charges.taxId,
  taxIdConfirmed: charges.taxExemption !== null,
});

/** Whether an edit names other codes than the order has: all discounts are then found anew. */
const hasOtherCodes = ({ charges }: Order, { discountCodes }: OrderEdit): boolean => {
  if (discountCodes === undefined) return false;
  const tidy = (codes: readonly string[]): string => [...new Set(codes.map(discountCode))].sort().join(' ');
  return tidy(discountCodes) !== tidy(codesOf(charges));
};

type Deps = Pick<PriceOrderDeps, 'pricing'> & Readonly<{ rules: TaxRules }>;

type Asked = Readonly<{ order: Order; cart: Cart; sold: Sold }>;

type FormerTerms = Pick<Terms, 'isNetted' | 'formerRateOf'> &
  Readonly<{
    netRateOf: Terms['formerRateOf'];
    /** At the price that a consumer sees. */
    shipping: ShippingLine | undefined;
  }>;

/** The rates that an order without tax would have had: they lead from its prices to those that a consumer sees. */
const formerTerms = async (deps: Deps, { order, cart, sold }: Asked): Promise<FormerTerms> => {
  const [shipping] = order.charges.shippingLines;
  const { taxExemption, pricesIncludeTax } = order.charges;
  if (taxExemption === null) return { isNetted: false, formerRateOf: undefined, netRateOf: undefined, shipping };
  const place = { ...placeOf(order), taxId: null };
  const asked = { ...cart, shippingMethodId: shipping?.methodId ?? null };
  const { items, quote } = await answersAt(deps, { cart: asked, lines: editedLines(sold, undefined), place });
  const formerRateOf: Terms['formerRateOf'] = (index) => items[index]?.tax ?? undefined;
  const isNetted = deps.rules.pricesIncludeTax && !pricesIncludeTax;
  const tax = quote.shippingLines[0]?.tax ?? items[0]?.tax ?? null;
  return {
    ...{ isNetted, formerRateOf, netRateOf: isNetted ? formerRateOf : undefined },
    shipping: shipping && { ...shipping, ...(isNetted ? withTaxOf(shipping, tax) : {}), tax },
  };
};

const withTaxOf = ({ price, cheapest, discounts }: ShippingLine, tax: AppliedRate | null) => ({
  price: withTax(price, tax ?? undefined),
  cheapest: cheapest && withTax(cheapest, tax ?? undefined),
  discounts: discounts.map((each) => ({ ...each, amount: withTax(each.amount, tax ?? undefined) })),
});

type Goods = Readonly<{
  order: Order;
  request: OrderRequest;
  cart: Cart;
  lines: readonly EditedLine[];
  isRediscounted: boolean;
}>;

type QuotedGoods = Discounted & Readonly<{ quote: Quote | undefined; parts: readonly QuotedPart[] }>;

/** The lines with the discounts of what is added; of all, where codes are others. */
const withTodaysDiscounts = async (deps: Deps, goods: Goods): Promise<QuotedGoods> => {
  const { order, request, cart, isRediscounted } = goods;
  const agreed = order.charges.discounts;
  const isOtherMethod = cart.shippingMethodId !== (order.charges.shippingLines[0]?.methodId ?? null);
  const needsQuote = isRediscounted || isOtherMethod || goods.lines.some(({ kept, quantity }) => kept < quantity);
  if (!needsQuote)
    return { lines: goods.lines, discounts: agreed, added: [], ofShipping: [], quote: undefined, parts: [] };
  const cartParts = goods.lines.flatMap((line, index) =>
    EditedLine.parts(line).map((part) => ({ line: index, ...part })),
  );
  const lines = cartParts.map(({ cartLine }) => cartLine);
  const quote = await deps.pricing.quote({ ...cart, taxId: null, lines }, deps.rules);
  const errors = isRediscounted ? codeErrors(request, quote) : [];
  if (errors.length > 0) throw invalid(errors);
  const parts = cartParts.flatMap(({ line, isAdded }, index): QuotedPart[] => {
    const quoted = quote.items[index];
    return quoted === undefined ? [] : [{ line, isAdded, quoted }];
  });
  const quoted = { lines: atQuotedPrices(goods.lines, parts), quote, parts };
  const discounted = isRediscounted ? withNewDiscounts(quoted) : withAddedDiscounts({ ...quoted, agreed });
  return { ...discounted, quote, parts };
};

/** A provider may sell added products at prices of its own, unless the staff has set them. */
const atQuotedPrices = (lines: readonly EditedLine[], parts: readonly QuotedPart[]): EditedLine[] =>
  lines.map((line, index) => {
    const unitPrice = parts.find((part) => part.line === index)?.quoted.unitPrice ?? line.unitPrice;
    return line.item === undefined && !line.isPriceSet ? { ...line, unitPrice } : line;
  });

type Moved = Readonly<{ cart: Cart; lines: readonly EditedLine[]; places: Readonly<{ from: Place; to: Place }> }>;

/** The former place with the tax id only if it exempted the order, whatever it would do today. */
const exemptedAt = (place: Place): Place => (place.taxIdConfirmed ? place : { ...place, taxId: null });

const moveBetween = async (deps: Deps, { cart, lines, places }: Moved): Promise<Move> => {
  const [from, to] = await Promise.all([
    answersAt(deps, { cart, lines, place: exemptedAt(places.from) }),
    answersAt(deps, { cart, lines, place: places.to }),
  ]);
  return { from, to };
};
