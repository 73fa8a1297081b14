import { type Allocation, PricedLine, type TaxLine } from '#core/pricing/priced-line.ts';
import type { AppliedDiscount, QuotedShipping, TaxExemption } from '#core/pricing/quote.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { type ChargedItem, pricedItem, sumOf } from './order-item.ts';

/** What an order costs beside the prices of its items. */
export type OrderCharges = Readonly<{
  shippingLines: readonly QuotedShipping[];
  /** To which the allocations of items and shipping lines refer by position. */
  discounts: readonly AppliedDiscount[];
  /** Whether prices contain the tax, or it is added. */
  pricesIncludeTax: boolean;
  /** The buyer's tax id. */
  taxId: string | null;
  /** Why the order has no tax; null if it may have. */
  taxExemption: TaxExemption | null;
}>;

export const NO_CHARGES: OrderCharges = {
  shippingLines: [],
  discounts: [],
  pricesIncludeTax: false,
  taxId: null,
  taxExemption: null,
};

/** The part of an order that its amounts depend on. */
export type Charged = Readonly<{ items: readonly ChargedItem[]; charges: OrderCharges; currency: Currency }>;

/** The amounts of an order: the total is `subtotal - discount + shipping`, plus the tax unless prices include it. */
export type OrderSums = Readonly<{ subtotal: Money; discount: Money; shipping: Money; tax: Money; total: Money }>;

const pricedLines = ({ items, charges }: Charged): PricedLine[] => [...items.map(pricedItem), ...charges.shippingLines];

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
