import { expect } from 'chai';
import fc from 'fast-check';
import { creditedLines } from '#core/invoices/credited-lines.ts';
import { type InvoiceLine, pricedInvoiceLine } from '#core/invoices/document-parts.ts';
import { NO_CHARGES, type OrderCharges, OrderSums } from '#core/orders/order-charges.ts';
import { PricedLine } from '#core/pricing/priced-line.ts';
import { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { ids, USD } from '../../support/builders/builders.ts';

const cents = (minor: bigint): Money => Money.ofMinor(minor, USD);

const ZERO = cents(0n);

/** Millionths: 7 %, 19 %, 5.5 % and none. */
const RATES = [70_000, 190_000, 55_000, 0, null] as const;

type Plan = Readonly<{ minor: bigint; quantity: number; rate: (typeof RATES)[number]; discount: number }>;

const planned = fc.record({
  minor: fc.oneof(fc.bigInt(0n, 20_000n), fc.bigInt(-3_000n, -1n)),
  quantity: fc.integer({ min: 1, max: 9 }),
  rate: fc.constantFrom(...RATES),
  /** Percent. */
  discount: fc.integer({ min: 0, max: 100 }),
});

const lineOf = ({ minor, quantity, rate, discount }: Plan, pricesIncludeTax: boolean): InvoiceLine => {
  const unitPrice = cents(minor);
  const price = unitPrice.times(BigInt(quantity));
  const off = minor < 0n ? 0n : (price.minor * BigInt(discount)) / 100n;
  const discounts = off === 0n ? [] : [{ discount: 0, amount: cents(off) }];
  const discounted = PricedLine.discounted({ price, discounts });
  const sign = minor < 0n ? -1n : 1n;
  const magnitude = discounted.times(sign);
  const taxOf = (percent: Rate) => (pricesIncludeTax ? Rate.within(percent, magnitude) : Rate.of(percent, magnitude));
  const tax = rate === null ? null : { name: 'VAT', rate: rate as Rate, amount: taxOf(rate as Rate).times(sign) };
  return { id: ids.next('il'), description: 'a line', quantity, unitPrice, period: null, discounts, tax };
};

type Invoice = Readonly<{ lines: readonly InvoiceLine[]; charges: OrderCharges; currency: typeof USD }>;

const invoices = fc
  .record({ plans: fc.array(planned, { minLength: 1, maxLength: 8 }), pricesIncludeTax: fc.boolean() })
  .map(
    ({ plans, pricesIncludeTax }): Invoice => ({
      lines: plans.map((plan) => lineOf(plan, pricesIncludeTax)),
      charges: { ...NO_CHARGES, pricesIncludeTax },
      currency: USD,
    }),
  );

const totalOf = ({ lines, charges, currency }: Invoice): Money =>
  OrderSums.of({ items: lines, charges, currency }).total;

/** With tax, and the tax, by rate. */
const byRate = ({ lines, charges }: Pick<Invoice, 'lines' | 'charges'>): Map<string, [bigint, bigint]> => {
  const sums = new Map<string, [bigint, bigint]>();
  for (const line of lines) {
    const [total, tax] = sums.get(String(line.tax?.rate)) ?? [0n, 0n];
    const priced = pricedInvoiceLine(line);
    sums.set(String(line.tax?.rate), [
      total + PricedLine.total(priced, charges.pricesIncludeTax).minor,
      tax + PricedLine.tax(priced).minor,
    ]);
  }
  return sums;
};

/** Credits an invoice in parts, given as fractions of 1,000 of what is left, and then the rest. */
const creditAll = (invoice: Invoice, parts: readonly number[]): readonly InvoiceLine[][] => {
  const notes: InvoiceLine[][] = [];
  let left = totalOf(invoice);
  for (const part of [...parts, 1_000]) {
    const amount = cents((left.minor * BigInt(part)) / 1_000n);
    if (amount.minor === 0n) continue;
    const earlier = notes.map((lines) => ({ lines }));
    const lines = creditedLines({ invoice, earlier, amount, description: 'credited' }, { ids });
    expect(totalOf({ ...invoice, lines }).minor).to.equal(amount.minor);
    notes.push(lines);
    left = left.subtract(amount);
  }
  return notes;
};

const fractions = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 6 });

describe('credit notes of an invoice', () => {
  it('add up to the invoice at every rate, to the cent', () => {
    fc.assert(
      fc.property(invoices, fractions, (invoice, parts) => {
        const expected = byRate(invoice);
        fc.pre([...expected.values()].every(([total, tax]) => total > 0n || tax === 0n));
        fc.pre([...expected.values()].every(([total]) => total >= 0n));
        const lines = creditAll(invoice, parts).flat();
        const credited = byRate({ ...invoice, lines });
        for (const [rate, sums] of expected) expect(credited.get(rate) ?? [0n, 0n], rate).to.deep.equal(sums);
      }),
      { numRuns: 2_000 },
    );
  });

  it('have no negative line, whatever the invoice’s credits are', () => {
    fc.assert(
      fc.property(invoices, fractions, (invoice, parts) => {
        fc.pre(totalOf(invoice).compare(ZERO) > 0);
        for (const line of creditAll(invoice, parts).flat()) {
          expect(line.unitPrice.isNegative).to.equal(false);
          expect(PricedLine.total(pricedInvoiceLine(line), invoice.charges.pricesIncludeTax).minor > 0n).to.equal(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('credit what the buyer does not keep at its own rates, and the tax as the difference', () => {
    const goods = fc.array(
      planned.map((plan) => ({ ...plan, minor: plan.minor < 0n ? -plan.minor : plan.minor })),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(
        goods,
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        fc.boolean(),
        (plans, keeps, included) => {
          const lines = plans.map((plan) => lineOf(plan, included));
          const invoice = { lines, charges: { ...NO_CHARGES, pricesIncludeTax: included }, currency: USD };
          const isKept = (_: unknown, index: number): boolean => keeps[index] === true;
          const gone = lines.filter((line, index) => !isKept(line, index));
          const amount = totalOf({ ...invoice, lines: gone });
          fc.pre(amount.minor > 0n);
          const kept = lines.filter(isKept).map(pricedInvoiceLine);
          const credited = creditedLines({ invoice, earlier: [], amount, kept, description: 'returned' }, { ids });
          const expected = [...byRate({ ...invoice, lines: gone })].filter(([, [total]]) => total > 0n);
          expect([...byRate({ ...invoice, lines: credited })].sort()).to.deep.equal(expected.sort());
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
