import { expect } from 'chai';
import fc from 'fast-check';
import type { Invoice } from '#core/invoices/invoice.ts';
import { runs } from '../../support/extent.ts';
import { type Books, CENTS, GOODS, life, lifeOfGoods, lived, UNIT_CENTS, type Used } from './goods-life.ts';

const half = (dividend: bigint, divisor: bigint): number => Number((2n * dividend + divisor) / (2n * divisor));

type Span = Readonly<{ start: number; end: number }>;

/** What is left of an amount for a period at a time. */
const restOf = (cents: number, { start, end }: Span, at: number): number =>
  half(BigInt(cents) * BigInt(end - Math.min(at, end)), BigInt(end - start));

type Line = Span & Readonly<{ name: string; word: string; cents: number }>;

const linesOf = ({ lines }: Invoice): Line[] =>
  lines.map(({ description, quantity, unitPrice, period }) => {
    const [name = '', word = ''] = description.split(': ');
    const [start, end] = [period?.start.getTime() ?? 0, period?.end.getTime() ?? 0];
    return { name, word, start, end, cents: quantity * Number(unitPrice.minor) };
  });

/** What the time of a service is worth in which it was used: that of the same period with the same plan. */
const usedOf = ({ name, cents, ...span }: Line, used: readonly Used[]): number =>
  used
    .map((each, index) => ({ ...each, to: used[index + 1]?.from ?? span.end }))
    .filter((each) => each.period === span.start && each.name === name && CENTS[name] === cents / each.quantity)
    .reduce((sum, { from, to }) => sum + restOf(cents, span, from) - restOf(cents, span, to), 0);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The most goods that a life asks for. */
const LOT = 9;

const check = ({ orders, invoices, received, used, held, isOver }: Books): void => {
  expect(held, 'goods that are held').to.be.within(0, isOver ? 0 : LOT);
  const paid = invoices
    .filter(({ status }) => status === 'paid')
    .map((invoice) => ({ invoice, lines: linesOf(invoice) }));
  expect(received, 'what was charged is what the paid invoices say').to.equal(
    sum(paid.flatMap(({ lines }) => lines.map(({ cents }) => cents))),
  );
  const services = paid.flatMap(({ lines }) => lines.filter(({ name }) => !GOODS.includes(name)));
  const periods = services.filter(({ word }) => word === '');
  const parts = services.filter(({ word }) => word === 'remaining time');
  const credits = services.filter(({ word }) => word.startsWith('unused time'));
  const bought = sum(periods.map(({ cents }) => cents));
  const consumed = sum(periods.map((line) => usedOf(line, used)));
  expect(-sum(credits.map(({ cents }) => cents)), 'credits').to.be.at.most(bought - consumed);
  // no line credits goods, nor charges a part of them
  const ofGoods = paid.flatMap(({ lines }) => lines.filter(({ name }) => GOODS.includes(name)));
  expect(ofGoods.filter(({ word }) => word !== '')).to.deep.equal([]);

  expect(orders.every((order) => order.payment_status === 'paid')).to.equal(true);
  const placed = orders.map(({ items, metadata }) => ({
    invoiceId: metadata.invoice_id,
    cents: sum(items.map(({ name, quantity }) => (UNIT_CENTS[name] ?? Number.NaN) * quantity)),
  }));
  // who voids an invoice gives up the goods that were sent before it
  const given = invoices
    .filter(({ status }) => status === 'void')
    .flatMap((invoice) => linesOf(invoice).filter(({ start }) => start < invoice.createdAt.getTime()))
    .filter(({ name }) => GOODS.includes(name));
  const money = received - consumed - sum(parts.map(({ cents }) => cents)) + sum(given.map(({ cents }) => cents));
  expect(sum(placed.map(({ cents }) => cents)), 'goods that were placed').to.be.at.most(money);
  for (const { invoice, lines } of paid) {
    // a credit sends the goods of later lines ahead
    const charged = sum(lines.filter(({ name }) => GOODS.includes(name)).map(({ cents }) => cents));
    const sent = sum(placed.filter(({ invoiceId }) => invoiceId === invoice.id).map(({ cents }) => cents));
    expect(sent, 'goods of an invoice').to.be.at.most(charged);
  }
  const [sent, charged] = [placed, ofGoods].map((each) => sum(each.map(({ cents }) => cents)));
  expect(sent, 'goods that were paid').to.be.at.least(charged ?? 0);
};

describe('the goods of a subscription', function () {
  this.timeout(300_000);

  it('are placed for money that was charged, beyond that of the services that were used', async () => {
    await fc.assert(
      fc.asyncProperty(life, (shape) => lived(shape, check)),
      { numRuns: runs(200) },
    );
  });

  it('are what was charged where there are no services, whatever the customer does', async () => {
    const checkAll = (books: Books): void => {
      check(books);
      expect(books.invoices.filter(({ status }) => status === 'open').length, 'owed periods').to.be.at.most(1);
      const charged = books.invoices.flatMap((invoice) => linesOf(invoice).map(({ cents }) => cents));
      expect(Math.min(0, ...charged), 'credits').to.equal(0);
      expect(books.orders.every(({ metadata }) => metadata.invoice_id !== undefined)).to.equal(true);
    };
    await fc.assert(
      fc.asyncProperty(lifeOfGoods, (shape) => lived(shape, checkAll)),
      { numRuns: runs(200) },
    );
  });
});
