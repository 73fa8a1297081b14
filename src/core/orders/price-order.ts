// Why: docs/decisions/0034-pricing-of-orders.md

import type { Product, ProductId } from '#core/catalog/product.ts';
import type { Cart } from '#core/pricing/cart.ts';
import { discountCode } from '#core/pricing/discount-fields.ts';
import type { OrderPricing } from '#core/pricing/ports.ts';
import type { PricedLine } from '#core/pricing/priced-line.ts';
import type { Quote } from '#core/pricing/quote.ts';
import { requireTaxId } from '#core/pricing/tax-id.ts';
import { roundingOf, TaxRules } from '#core/pricing/taxes.ts';
import { DomainError, type FieldError, invalid } from '#core/shared/domain-error.ts';
import { describeMoneyError, Money } from '#core/shared/money.ts';
import type { ShopRulesQueries } from '#core/shop/ports.ts';
import type { Shop } from '#core/shop/shop.ts';
import type { ShopRules } from '#core/shop/shop-rules.ts';
import { cartOf, type OrderRequest } from './cart-of.ts';
import type { CartBuyer } from './order-buyer.ts';
import { type OrderCharges, OrderSums } from './order-charges.ts';
import { itemOf, type OrderItem } from './order-item.ts';
import { cheapestBelow } from './refundable-shipping.ts';
import { requestedProducts, requireOnSale, type Sold, type SoldItem } from './sold-items.ts';
import { WithdrawalTerms } from './withdrawal-terms.ts';

/** An order request with its prices, which nothing reserves. */
export type PricedRequest = Readonly<{
  items: readonly (Pick<SoldItem, 'goods' | 'quantity' | 'former'> &
    Readonly<{ priced: Omit<OrderItem, 'id' | 'isFromStock'> }>)[];
  charges: OrderCharges;
  cart: Cart;
  quote: Quote;
  /** The rules that were in force before it was priced. */
  rules: ShopRules;
  withdrawalTerms: WithdrawalTerms;
}>;

/** @param known The requested products where the caller has read them. */
export type PriceOrder = (
  request: OrderRequest,
  buyer: CartBuyer,
  known?: readonly Product[],
) => Promise<PricedRequest>;

export type PriceOrderDeps = Readonly<{
  /** Reads products without a lock. */
  products: Readonly<{ readProducts(ids: readonly ProductId[]): Promise<readonly Product[]> }>;
  pricing: OrderPricing;
  rules: ShopRulesQueries;
}>;

/** Whose instruction on withdrawals buyers get; cached, so that an order costs no statement for it. */
type InstructingShop = Readonly<{ get(): Promise<Pick<Shop, 'withdrawalNotice'>> }>;

/**
 * Prices a request without a lock or a reservation.
 * @throws DomainError `unknown_reference`, `currency_mismatch`, `validation_failed`; each names all items concerned.
 */
export const makePriceOrder =
  ({
    products,
    pricing,
    rules: queries,
    shop: shops,
  }: PriceOrderDeps & Readonly<{ shop: InstructingShop }>): PriceOrder =>
  async (request, buyer, known) => {
    const [found, rules, shop] = await Promise.all([
      known ?? products.readProducts(requestedProducts(request, [])),
      queries.get(),
      shops.get(),
    ]);
    const sold = requireOnSale(request, { products: found, former: [], currency: rules.currency });
    const cart = cartOf(request, sold, buyer);
    requireTaxId(cart);
    const quote = await pricing.quote(cart, TaxRules.of(rules));
    const priced = {
      ...{ items: pricedItems(sold, quote), charges: chargesOf(cart, quote, rules), cart, quote, rules },
      withdrawalTerms: WithdrawalTerms.of(rules, shop),
    };
    requireCountable(priced);
    return priced;
  };

const pricedItems = ({ items }: Sold, quote: Quote): PricedRequest['items'] =>
  items.map(({ goods, quantity, former, unitPrice: price }, index) => {
    const { unitPrice, discounts, tax } = quote.items[index] ?? { unitPrice: price, discounts: [], tax: null };
    return { goods, quantity, former, priced: itemOf(goods, { unitPrice, quantity, discounts, tax }) };
  });

const chargesOf = (cart: Cart, quote: Quote, rules: ShopRules): OrderCharges => ({
  shippingLines: quote.shippingLines.map((line) => ({ ...line, cheapest: cheapestBelow(line.price, quote) })),
  discounts: quote.discounts.map(({ id, code, name }) => ({ id, code, name })),
  pricesIncludeTax: quote.pricesIncludeTax,
  taxRounding: roundingOf(quotedLines(cart, quote), {
    ...TaxRules.of(rules),
    pricesIncludeTax: quote.pricesIncludeTax,
  }),
  taxExemption: quote.taxExemption,
  taxId: cart.taxId,
});

const quotedLines = ({ lines }: Cart, { items, shippingLines }: Quote): PricedLine[] => [
  ...items.map(({ unitPrice, ...line }, index) => {
    return { ...line, price: unitPrice.times(BigInt(lines[index]?.quantity ?? 0)) };
  }),
  ...shippingLines,
];

/** The key of a buyer without orders. */
const NEW_BUYER = 'new';

/** The buyer as a visitor may know them: from an e-mail alone nobody must learn what it has ordered. */
export const asNewBuyer = (buyer: CartBuyer): CartBuyer => ({
  ...buyer,
  customerKey: buyer.customerKey === null ? null : NEW_BUYER,
});

/** Whether the price depends on what the buyer has ordered. */
export const dependsOnBuyer = ({ quote }: Pick<PricedRequest, 'quote'>): boolean =>
  quote.discounts.some(({ maxUsesPerCustomer }) => maxUsesPerCustomer !== null);

/** The part of a priced request that its total depends on. */
type Totalled = Pick<PricedRequest, 'charges'> &
  Readonly<{
    items: readonly Pick<PricedRequest['items'][number], 'priced'>[];
    cart: Pick<Cart, 'currency'>;
  }>;

export const totalOf = ({ items, charges, cart: { currency } }: Totalled): Money =>
  OrderSums.of({ items: items.map(({ priced }) => priced), charges, currency }).total;

/** @throws DomainError `validation_failed` for a total that is too large. */
export const requireCountable = (priced: Totalled): void => {
  if (!totalOf(priced).isTooLarge) return;
  throw invalid([{ path: ['items'], code: 'number.max', message: 'must cost at most 999999999999.99 together' }]);
};

/** @throws DomainError `total_changed` unless the buyer saw the total. */
export const requireTotal = (priced: Totalled, { expectedTotal }: OrderRequest): void => {
  if (expectedTotal !== undefined) requireSameTotal(totalOf(priced), expectedTotal);
};

/** @param expected In major units. @throws DomainError `total_changed`. */
export const requireSameTotal = (total: Money, expected: number): void => {
  const { currency } = total;
  const parsed = Money.parse(expected, currency);
  if (!(parsed instanceof Money))
    throw invalid([{ path: ['expected_total'], ...describeMoneyError(parsed, currency) }]);
  if (parsed.compare(total) === 0) return;
  const message = `The total is ${total.toDecimal()} ${currency}, not ${parsed.toDecimal()}; nothing was changed.`;
  throw new DomainError('conflict', 'total_changed', message, { details: { total: total.toNumber(), currency } });
};

export type Choice = Readonly<{
  request: OrderRequest;
  /** Whether the buyer must choose where the shop ships. */
  requiresShipping: boolean;
}>;

/**
 * Requires that all codes apply, the chosen shipping method, and the total that the buyer saw.
 * @throws DomainError `validation_failed`, `total_changed`.
 */
export const requireChoices = (priced: PricedRequest, { request, requiresShipping }: Choice): void => {
  const { quote, cart } = priced;
  const errors = [...codeErrors(request, quote), ...shippingErrors({ quote, cart }, requiresShipping)];
  if (errors.length > 0) throw invalid(errors);
  requireTotal(priced, request);
};

/** The errors of codes that do not apply. */
export const codeErrors = ({ discountCodes = [] }: OrderRequest, { refusedCodes }: Quote): FieldError[] =>
  discountCodes.flatMap((code, index): FieldError[] => {
    const refused = refusedCodes.find((candidate) => candidate.code === discountCode(code));
    if (refused === undefined) return [];
    return [{ path: ['discount_codes', index], code: `discount.${refused.reason}`, message: refused.message }];
  });

const NOT_SHIPPED = 'must be omitted: no shipping method applies to this address and these items';

/** Why a buyer cannot choose a shipping method. */
const unshippable = ({ shippingAddress }: Cart): FieldError =>
  shippingAddress === null
    ? { path: ['shipping_address'], code: 'any.required', message: 'is required: the items are shipped' }
    : {
        path: ['shipping_address'],
        code: 'shipping.unavailable',
        message: 'must be one to which the shop ships these items',
      };

/**
 * Requires what a quote needs: a chosen shipping method that applies, and the total that the buyer saw.
 * @throws DomainError `validation_failed`, `total_changed`.
 */
export const requireQuotable = (priced: PricedRequest, request: OrderRequest): void => {
  const errors = shippingErrors(priced, false);
  if (errors.length > 0) throw invalid(errors);
  requireTotal(priced, request);
};

/** The error of a chosen shipping method that does not apply, or of a missing choice. */
export const shippingErrors = (
  { quote, cart }: Pick<PricedRequest, 'quote' | 'cart'>,
  isRequired: boolean,
): FieldError[] => {
  if (quote.shippingLines.length > 0) return [];
  const path = ['shipping_method_id'];
  const isChosen = cart.shippingMethodId !== null;
  if (!isChosen && !(isRequired && quote.requiresShipping)) return [];
  const { shippingOptions: options } = quote;
  const known = options.map(({ methodId, name }) => `${methodId} (${name})`).join(', ');
  if (options.length === 0 && !isChosen) return [unshippable(cart)];
  const message = options.length === 0 ? NOT_SHIPPED : `must be one of ${known}`;
  return [{ path, code: isChosen ? 'any.only' : 'any.required', message }];
};
