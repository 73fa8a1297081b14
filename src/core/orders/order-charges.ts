import { type Allocation, PricedLine, type TaxLine } from '#core/pricing/priced-line.ts';
import type { AppliedDiscount, QuotedShipping, TaxExemption } from '#core/pricing/quote.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import type { TaxRounding } from '#core/shop/rules.ts';
import { type ChargedItem, pricedItem, sumOf } from './order-item.ts';

/** The shipping of an order. */
export type ShippingLine = QuotedShipping &
  Readonly<{
    /** The price of the cheapest that was offered when it was priced; null if that is this one, or not known. */
    cheapest: Money | null;
  }>;

/** What an order costs beside the prices of its items. */
export type OrderCharges = Readonly<{
  shippingLines: readonly ShippingLine[];
  /** To which the allocations of items and shipping lines refer by position. */
  discounts: readonly AppliedDiscount[];
  /** Whether prices contain the tax, or it is added. */
  pricesIncludeTax: boolean;
  /** How the tax was rounded; null if it is not that of the rates, or the order is older than this field. */
  taxRounding: TaxRounding | null;
  /** The buyer's tax id. */
  taxId: string | null;
  /** Why the order has no tax; null if it may have. */
  taxExemption: TaxExemption | null;
}>;

export const NO_CHARGES: OrderCharges = {
  shippingLines: [],
  discounts: [],
  pricesIncludeTax: false,
  taxRounding: null,
  taxId: null,
  taxExemption: null,
};

/** The part of an order that its amounts depend on. */
export type Charged = Readonly<{ items: readonly ChargedItem[]; charges: OrderCharges; currency: Currency }>;

/** The amounts of an order: the total is `subtotal - discount + shipping`, plus the tax unless prices include it. */
export type OrderSums = Readonly<{ subtotal: Money; discount: Money; shipping: Money; tax: Money; total: Money }>;

/** What an order is charged for: its items, then its shipping. */
export const pricedLines = ({ items, charges }: Charged): PricedLine[] => [
  ...items.map(pricedItem),
  ...charges.shippingLines,
];

export const OrderSums = {
  of: (order: Charged): OrderSums => {
    const lines = pricedLines(order);
    const sum = (amounts: readonly Money[]): Money =>
      amounts.reduce((total, amount) => total.add(amount), Money.ofMinor(0n, order.currency));
    return {
      subtotal: sumOf(order.items, order.currency),
      discount: sum(lines.map(PricedLine.discount)),
      shipping: sum(order.charges.shippingLines.map(({ price }) => price)),
      tax: sum(lines.map(PricedLine.tax)),
      total: sum(lines.map((line) => PricedLine.total(line, order.charges.pricesIncludeTax))),
    };
  },

  /** The amount of each discount, in the order of `charges.discounts`. */
  discounts: (order: Charged): Money[] => {
    const allocations: Allocation[] = pricedLines(order).flatMap((line) => line.discounts);
    return order.charges.discounts.map((_, position) =>
      allocations
        .filter(({ discount }) => discount === position)
        .reduce((sum, { amount }) => sum.add(amount), Money.ofMinor(0n, order.currency)),
    );
  },

  taxLines: (order: Charged): TaxLine[] => PricedLine.taxLines(pricedLines(order), order.charges.pricesIncludeTax),
};

/** The part of a discount that reduces a line. */
export type AllocationView = Readonly<{
  /** The position in `discount_lines`, from 0. */
  discount_line: number;
  amount: number;
}>;

/** What a line costs, in major units. */
export type PricedLineView = Readonly<{
  discount: number;
  discount_allocations: readonly AllocationView[];
  /** Null where no tax rate applies. */
  tax_name: string | null;
  /** In percent. */
  tax_rate: number | null;
  tax: number;
  /** After discounts, with tax. */
  total: number;
}>;

/** The shipping of an order as the API shows it. */
export type ShippingLineView = Readonly<{
  shipping_method_id: string;
  name: string;
  /** Before discounts. */
  amount: number;
}> &
  PricedLineView;

/** A discount of an order as the API shows it. */
export type DiscountLineView = Readonly<{
  /** Null for a discount of another pricing provider. */
  discount_id: AppliedDiscount['id'];
  /** Null for an automatic discount. */
  code: string | null;
  name: string;
  amount: number;
}>;

/** The tax of an order at one rate as the API shows it. */
export type TaxLineView = Readonly<{
  name: string;
  /** In percent. */
  rate: number;
  taxable: number;
  amount: number;
}>;

/** What an order costs as the API shows it, in major units. */
export type ChargesView = Readonly<{
  shipping_lines: readonly ShippingLineView[];
  discount_lines: readonly DiscountLineView[];
  tax_lines: readonly TaxLineView[];
  prices_include_tax: boolean;
  tax_id: string | null;
  tax_exemption: TaxExemption | null;
  subtotal: number;
  discount: number;
  shipping: number;
  tax: number;
  total: number;
}>;

/** What an order costs. */
export const chargesView = (order: Charged): ChargesView => {
  const { charges } = order;
  const sums = OrderSums.of(order);
  return {
    shipping_lines: shippingLineViews(order),
    discount_lines: discountLineViews(order),
    tax_lines: taxLineViews(order),
    prices_include_tax: charges.pricesIncludeTax,
    tax_id: charges.taxId,
    tax_exemption: charges.taxExemption,
    subtotal: sums.subtotal.toNumber(),
    discount: sums.discount.toNumber(),
    shipping: sums.shipping.toNumber(),
    tax: sums.tax.toNumber(),
    total: sums.total.toNumber(),
  };
};

export const shippingLineViews = ({ charges }: Pick<Charged, 'charges'>): ShippingLineView[] =>
  charges.shippingLines.map((line) => shippingLineView(line, charges.pricesIncludeTax));

const shippingLineView = (line: QuotedShipping, pricesIncludeTax: boolean): ShippingLineView => ({
  shipping_method_id: line.methodId,
  name: line.name,
  amount: line.price.toNumber(),
  ...pricedLineView(line, pricesIncludeTax),
});

export const discountLineViews = (order: Charged): DiscountLineView[] => {
  const amounts = OrderSums.discounts(order);
  return order.charges.discounts.map(({ id, code, name }, position) => ({
    discount_id: id,
    code,
    name,
    amount: amounts[position]?.toNumber() ?? 0,
  }));
};

export const taxLineViews = (order: Charged): TaxLineView[] =>
  OrderSums.taxLines(order).map(({ name, rate, taxable, amount }) => ({
    name,
    rate: Rate.toPercent(rate),
    taxable: taxable.toNumber(),
    amount: amount.toNumber(),
  }));

export const allocationViews = ({ discounts }: Pick<PricedLine, 'discounts'>): AllocationView[] =>
  discounts.map(({ discount, amount }) => ({ discount_line: discount, amount: amount.toNumber() }));

export const pricedLineView = (line: PricedLine, pricesIncludeTax: boolean): PricedLineView => ({
  discount: PricedLine.discount(line).toNumber(),
  discount_allocations: allocationViews(line),
  tax_name: line.tax?.name ?? null,
  tax_rate: line.tax === null ? null : Rate.toPercent(line.tax.rate),
  tax: PricedLine.tax(line).toNumber(),
  total: PricedLine.total(line, pricesIncludeTax).toNumber(),
});
