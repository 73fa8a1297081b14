import { expect } from 'chai';
import type { UnpricedLine } from '#core/invoices/price-lines.ts';
import { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { mergedLines } from '#core/subscriptions/merge-lines.ts';
import { noonPlus, USD } from '../../support/builders/builders.ts';

const cents = (minor: number): Money => Money.ofMinor(BigInt(minor), USD);

const taxOf = (percent: number, minor: number) => ({
  name: 'VAT',
  rate: Rate.ofPercent(percent) as Rate,
  amount: cents(minor),
});

/** A line of a change at a minute: a charge, or a credit with the tax of one of two rates. */
const line = (minute: number, amount: number, percent: number | null = null): UnpricedLine => ({
  description: percent === null ? 'Team: remaining time' : 'Team: unused time',
  quantity: 1,
  unitPrice: cents(amount),
  period: { start: noonPlus(minute * 60), end: noonPlus(86_400) },
  taxCategory: null,
  taxRate: null,
  ...(percent === null ? {} : { charged: { net: cents(amount), tax: taxOf(percent, -minute) } }),
});

describe('the lines of a subscription’s invoice', () => {
  it('name each change of a period', () => {
    const lines = Array.from({ length: 500 }, (_, minute) => line(minute, 7));
    expect(mergedLines(lines)).to.equal(lines);
  });

  it('are one for each rate and kind if they would be more than 500, with the same sums', () => {
    const minutes = Array.from({ length: 300 }, (_, minute) => minute);
    const merged = mergedLines([
      ...minutes.map((minute) => line(minute, 1_000 - minute)),
      ...minutes.map((minute) => line(minute, -200, minute % 2 === 0 ? 19 : 7)),
    ]);
    const shown = merged.map(({ description, quantity, unitPrice, charged }) => [
      ...[description, quantity, Number(unitPrice.minor)],
      ...(charged === undefined ? [] : [Number(charged.net.minor), Number(charged.tax?.amount.minor)]),
    ]);
    expect(shown).to.deep.equal([
      ['Team: remaining time', 1, 255_150],
      ['Team: unused time', 1, -30_000, -30_000, -22_350],
      ['Team: unused time', 1, -30_000, -30_000, -22_500],
    ]);
    expect(merged[0]?.period).to.deep.equal({ start: noonPlus(0), end: noonPlus(86_400) });
  });

  it('that have one price are one of their quantity', () => {
    const [merged, ...others] = mergedLines(Array.from({ length: 501 }, () => line(0, 3)));
    expect(others).to.deep.equal([]);
    expect(merged).to.deep.include({ quantity: 501, unitPrice: cents(3) });
  });
});
