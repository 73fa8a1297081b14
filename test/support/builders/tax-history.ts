import type { TaxFigures } from '#core/analytics/business-report.ts';
import { OrderSums } from '#core/orders/order-charges.ts';
import { Currency } from '#core/shared/currency.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import type { OrderHistory, SoldHistory } from './sales-history.ts';

/** The order, paid in full at once, with nothing cancelled. */
export const fullyPaid = (history: OrderHistory): OrderHistory => ({
  ...history,
  lines: history.lines.map((line) => ({ ...line, cancelled: 0 })),
  captures: [{ at: history.createdAt, share: 100, refunds: [] }],
});

/** Taxable amounts and taxes in minor units by country, rate and name, without zeros. */
type Taxes = ReadonlyMap<string, readonly [taxable: bigint, tax: bigint]>;

const combined = (rows: readonly (readonly [string, bigint, bigint])[]): Taxes => {
  const taxes = new Map<string, readonly [bigint, bigint]>();
  for (const [key, taxable, tax] of rows) {
    const [knownTaxable, knownTax] = taxes.get(key) ?? [0n, 0n];
    taxes.set(key, [knownTaxable + taxable, knownTax + tax]);
  }
  return new Map([...taxes].filter(([, [taxable, tax]]) => taxable !== 0n || tax !== 0n).sort());
};

/** The taxes that two reports differ by. */
export const differencesOf = (
  before: readonly TaxFigures[],
  after: readonly TaxFigures[],
  currency: Currency,
): Taxes => {
  const rows = (taxes: readonly TaxFigures[], sign: bigint) =>
    taxes.map(({ country, rate, name, taxable, tax }) => {
      const minor = (amount: number): bigint => BigInt(Math.round(amount * 10 ** Currency.exponent(currency))) * sign;
      return [`${country} ${rate} ${name}`, minor(taxable), minor(tax)] as const;
    });
  return combined([...rows(before, -1n), ...rows(after, 1n)]);
};

/** The taxes of orders that are paid in full. */
export const plainTaxes = (sales: readonly SoldHistory[], currency: Currency): Taxes =>
  combined(
    sales
      .filter(({ order }) => order.currency === currency)
      .flatMap(({ order }) =>
        OrderSums.taxLines(order).map(
          ({ rate, name, taxable, amount }) =>
            [`${order.country} ${Rate.toPercent(rate)} ${name}`, taxable.minor, amount.minor] as const,
        ),
      ),
  );
