import { expect } from 'chai';
import fc from 'fast-check';
import { Invoice } from '#core/invoices/invoice.ts';
import { makePriceLines } from '#core/invoices/price-lines.ts';
import { makeCreateCreditNote } from '#core/invoices/use-cases/create-credit-note.ts';
import { makeRecordInvoicePayment } from '#core/invoices/use-cases/record-invoice-payment.ts';
import type { OrderPricing } from '#core/pricing/ports.ts';
import { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import { changeSubscription } from '#core/subscriptions/change-subscription.ts';
import { makePriceBill } from '#core/subscriptions/price-bill.ts';
import { renewSubscription } from '#core/subscriptions/renew-subscription.ts';
import { storeStep } from '#core/subscriptions/steps/store-step.ts';
import { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import type { BilledStep, Subscription } from '#core/subscriptions/subscription.ts';
import { ids, USD } from '../../support/builders/builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { runs } from '../../support/extent.ts';
import { openBilling } from './billing-under-test.ts';

const PLANS = [
  aPlan({ name: 'Small', amount: 9.99 }),
  aPlan({ name: 'Large', pricing: 'flat', amount: 100, setup_amount: 33 }),
  aPlan({ name: 'Free', amount: 0 }),
];

const CENTS: Readonly<Record<string, (quantity: number) => number>> = {
  Small: (quantity) => 999 * quantity,
  Large: () => 10_000,
  Free: () => 0,
};

/** What the shop sells by at a time: its tax, and the discount of the customer’s code. */
const terms = fc.record({
  rate: fc.constantFrom(0, 7, 19),
  isExempt: fc.boolean(),
  pricesIncludeTax: fc.boolean(),
  percentOff: fc.constantFrom(0, 0, 50, 100),
});

type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;

const op = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('change' as const) },
    {
      weight: 4,
      arbitrary: fc.constantFrom('pass', 'terms', 'pay', 'refund', 'dispute', 'credit', 'void', 'give_up'),
    },
  ),
  hours: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20 * 24 })),
  plan: fc.constantFrom(...PLANS),
  quantity: fc.integer({ min: 1, max: 3 }),
  terms,
  /** Which invoice, and how much of what is possible, in percent. */
  which: fc.nat(5),
  percent: fc.constantFrom(1, 50, 100, 100),
});

type Op = typeof op extends fc.Arbitrary<infer T> ? T : never;

/** The tax and the discount of all lines, by the terms of now. */
const pricingBy = (current: () => Terms): OrderPricing => ({
  quote: async ({ lines }) => {
    const { rate, isExempt, pricesIncludeTax, percentOff } = current();
    const items = lines.map(({ unitPrice, quantity }) => {
      const price = unitPrice.times(BigInt(quantity));
      const off = Money.ofMinor((price.minor * BigInt(percentOff)) / 100n, USD);
      const percent = Rate.ofPercent(rate) as Rate;
      const discounted = price.subtract(off);
      const amount = pricesIncludeTax ? Rate.within(percent, discounted) : Rate.of(percent, discounted);
      return {
        unitPrice,
        discounts: percentOff === 0 ? [] : [{ discount: 0, amount: off }],
        tax: isExempt ? null : { name: 'VAT', rate: percent, amount },
      };
    });
    const code = { id: null, code: 'CODE', name: 'Code', maxUsesPerCustomer: null };
    return {
      ...{ pricesIncludeTax, items, shippingLines: [], shippingOptions: [], refusedCodes: [], requiresShipping: false },
      taxExemption: isExempt ? ('reverse_charge' as const) : null,
      discounts: percentOff === 0 ? [] : [code],
    };
  },
});

type Used = Readonly<{ name: string; quantity: number; from: number }>;

/** A period as the customer knows it, from one renewal to the next. */
type Period = Readonly<{ start: number; end: number; used: Used[] }>;

/** What became of an invoice, as its shop knows it. */
type Fate = { paid: number; refunded: number; credited: number; state: 'open' | 'void' | 'given up' };

const half = (dividend: number, divisor: number): number =>
  Number((2n * BigInt(dividend) + BigInt(divisor)) / (2n * BigInt(divisor)));

/** What a part of a period is worth of an amount for the whole. */
const worthOf = (cents: number, { start, end }: Period, from: number, to: number): number =>
  half(cents * (end - from), end - start) - half(cents * (end - to), end - start);

type Line = Readonly<{ name: string; start: number; end: number; list: number; net: number; tax: number }>;

const linesOf = ({ lines, charges }: Pick<Invoice, 'lines' | 'charges'>): Line[] =>
  lines.map(({ description, quantity, unitPrice, discounts, tax, period }) => {
    const list = quantity * Number(unitPrice.minor);
    const off = discounts.reduce((sum, { amount }) => sum + Number(amount.minor), 0);
    const taxed = Number(tax?.amount.minor ?? 0n);
    const net = list - off - (charges.pricesIncludeTax ? taxed : 0);
    const [start, end] = [period?.start.getTime() ?? 0, period?.end.getTime() ?? 0];
    return { name: description, start, end, list, net, tax: taxed };
  });

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const isCredit = ({ name }: Line): boolean => name.includes(': unused time');

const lived = async (first: Op, ops: readonly Op[]) => {
  const shop = await openBilling();
  const { unitOfWork, clock, staff } = shop;
  let current = first.terms;
  const priceLines = makePriceLines({
    ...{ pricing: pricingBy(() => current), ids: shop.ids },
    rules: async () => ({ pricesIncludeTax: false, rounding: 'total' }),
  });
  const priceBill = makePriceBill({ unitOfWork, priceLines, shop: shop.shopQueries });
  await unitOfWork.run(async (tx) => {
    for (const plan of PLANS) if (plan !== first.plan) await tx.plans.add(plan);
  });
  const { plan, quantity } = first;
  const { id } = await shop.subscribe({ collection: 'send', quantity, discountCodes: ['CODE'] }, plan);
  const fates = new Map<string, Fate>();
  const periods: Period[] = [];

  const step = async (take: (before: Subscription, at: Date) => BilledStep): Promise<Subscription> => {
    const [before, at] = [await shop.current({ id }), clock.now()];
    const taken = take(before, at);
    const priced = await priceBill({ ...taken, at });
    const stored = { before, step: taken, priced, invoiceId: shop.ids.next('inv'), clock, ids: shop.ids, at };
    const after = await unitOfWork.run((tx) => storeStep(tx, staff, stored));
    for (const invoice of await shop.invoicesOf({ id })) {
      if (!fates.has(invoice.id)) fates.set(invoice.id, { paid: 0, refunded: 0, credited: 0, state: 'open' });
    }
    return after;
  };
  const usedFrom = (plan: SubscribedPlan, from: number): Used => ({
    name: PLANS.find(({ id: planId }) => planId === plan.planId)?.name ?? '',
    quantity: plan.quantity,
    from,
  });
  const passTo = async (until: number): Promise<void> => {
    for (;;) {
      const { period } = await shop.current({ id });
      if (period.end.getTime() > until) break;
      clock.advance(Math.max(0, period.end.getTime() - clock.now().getTime()) / 1_000);
      const { plan: subscribed, period: begun } = await step((before, at) => renewSubscription(before, { at }));
      const [start, end] = [begun.start.getTime(), begun.end.getTime()];
      periods.push({ start, end, used: [usedFrom(subscribed, start)] });
    }
    clock.advance(Math.max(0, until - clock.now().getTime()) / 1_000);
  };

  const recordPayment = makeRecordInvoicePayment(shop);
  const createCreditNote = makeCreateCreditNote({ ...shop, shop: shop.shopQueries });
  const record = (invoice: Invoice, kind: 'paid' | 'refunded', cents: number) =>
    unitOfWork.run(async (tx) => {
      const locked = await tx.invoices.get(invoice.id);
      const payment = { kind, amount: Money.ofMinor(BigInt(cents), USD), by: ids.next('re') };
      await recordPayment(staff, { invoice: locked, payment })(tx);
    });
  const act = async ({ kind, which, percent }: Op): Promise<void> => {
    const invoices = await shop.invoicesOf({ id });
    const invoice = invoices[which % invoices.length];
    const fate = fates.get(invoice?.id ?? '');
    if (invoice === undefined || fate === undefined) return;
    const actions = Invoice.actions(invoice);
    const partOf = (cents: number): number => Math.ceil((cents * percent) / 100);
    const due = Number(Invoice.amountDue(invoice).minor);
    if (kind === 'pay' && actions.includes('pay')) {
      await record(invoice, 'paid', partOf(due));
      fate.paid += partOf(due);
      if (partOf(due) === due) fate.state = 'open';
    } else if ((kind === 'refund' || kind === 'dispute') && fate.paid > fate.refunded) {
      const amount = partOf(fate.paid - fate.refunded);
      await record(invoice, 'refunded', amount);
      fate.refunded += amount;
    } else if (kind === 'credit' && actions.includes('credit') && due > 0) {
      const note = { invoiceId: invoice.id, amount: partOf(due) / 100, reason: 'goodwill', note: null } as const;
      await unitOfWork.run(await createCreditNote(staff, note));
      fate.credited += partOf(due);
      if (partOf(due) === due) fate.state = 'open';
    } else if (kind === 'void' && actions.includes('void')) {
      await shop.stepInvoice(invoice.id, 'void');
      fate.state = 'void';
    } else if (kind === 'give_up' && actions.includes('mark_uncollectible')) {
      await shop.stepInvoice(invoice.id, 'mark_uncollectible');
      fate.state = 'given up';
    }
  };

  await passTo(clock.now().getTime() + 25 * 3_600_000);
  for (const asked of ops) {
    await passTo(clock.now().getTime() + asked.hours * 3_600_000);
    if (asked.kind === 'terms') current = asked.terms;
    else if (asked.kind === 'change') {
      const to = SubscribedPlan.of(asked.plan, asked.quantity);
      await step((before, at) => changeSubscription(before, { plan: to, proration: 'prorate', at }));
      periods.at(-1)?.used.push(usedFrom(to, clock.now().getTime()));
    } else await act(asked);
  }
  const last = await shop.current({ id });
  const next = await priceBill({ ...renewSubscription(last, { at: last.period.end }), at: last.period.end });
  return { invoices: await shop.invoicesOf({ id }), fates, periods, next: next.content };
};

type Life = Awaited<ReturnType<typeof lived>>;

/** What an invoice has lost, as the shop that kept the books by hand would say. */
const lostOf = (invoice: Invoice, { paid, refunded, credited, state }: Fate): number => {
  const total = sumOf(linesOf(invoice).map(({ net, tax }) => net + tax));
  return state === 'given up' ? total - (paid - refunded) : refunded + credited;
};

/** Whether something of an invoice is still to be paid. */
const isOwed = ({ lines, fate }: Readonly<{ lines: readonly Line[]; fate: Fate }>): boolean =>
  fate.state === 'open' && sumOf(lines.map(({ net, tax }) => net + tax)) > fate.paid + fate.credited;

/** The part of what was charged for a period that the shop has. */
const keptOf = (charged: number, invoice: Invoice, fate: Fate): number => {
  if (fate.state === 'void') return 0;
  const whole = sumOf(linesOf(invoice).map(({ net, tax }) => Math.max(0, net + tax)));
  return whole === 0 ? charged : charged - Math.min(charged, half(lostOf(invoice, fate) * charged, whole));
};

const check = ({ invoices, fates, periods, next }: Life): void => {
  const all = invoices.map((invoice) => ({ invoice, lines: linesOf(invoice), fate: fates.get(invoice.id) as Fate }));
  const coming = next === null ? [] : linesOf(next);
  for (const period of periods) {
    const isIn = ({ start, end }: Line): boolean => period.start <= start && end <= period.end && start < end;
    const [initial] = period.used;
    const uses = period.used.map((used, index) => ({ ...used, to: period.used[index + 1]?.from ?? period.end }));
    const isInitial = ({ name, quantity }: Used): boolean => name === initial?.name && quantity === initial.quantity;
    const isWhole = ({ name, start, end }: Line): boolean =>
      name === initial?.name && start === period.start && end === period.end;
    // the invoice that the beginning of the period has made; a credit may have put it off
    const found = all.find(({ invoice, lines }) => invoice.createdAt.getTime() === period.start && lines.some(isWhole));
    const others = uses.filter((used) => found === undefined || !isInitial(used));
    const priceOf = ({ name, quantity, from, to }: (typeof uses)[number]): number =>
      worthOf(CENTS[name]?.(quantity) ?? Number.NaN, period, from, to);

    const charges = [...all.flatMap(({ lines }) => lines), ...coming].filter((line) => isIn(line) && !isCredit(line));
    const list = sumOf(charges.filter((line) => found === undefined || !isWhole(line)).map((line) => line.list));
    expect(list, 'what other plans cost').to.equal(sumOf(others.map(priceOf)));

    // what a void invoice has charged again was given up; what it has credited is credited again
    const credits = [
      ...all.flatMap(({ lines, fate }) => lines.filter(({ net, tax }) => fate.state !== 'void' || net + tax > 0)),
      ...coming,
    ].filter((line) => isIn(line) && isCredit(line));
    const credited = -sumOf(credits.map(({ net, tax }) => net + tax));
    if (found === undefined) expect(credited, 'nothing was charged').to.equal(0);
    else {
      const charged = found.lines.filter(isWhole);
      const unused = (amount: (line: Line) => number): number =>
        sumOf(
          uses
            .filter((used) => !isInitial(used))
            .map(({ from, to }) => worthOf(sumOf(charged.map(amount)), period, from, to)),
        );
      const kept = keptOf(sumOf(charged.map(({ net, tax }) => net + tax)), found.invoice, found.fate);
      const right = Math.min(unused(({ net }) => net) + unused(({ tax }) => tax), kept);
      expect(credited, 'what is not used and kept').to.equal(isOwed(found) ? 0 : right);
    }
  }
};

describe('the credits of a subscription', function () {
  this.timeout(120_000);

  it('are what was charged for the time that is not used, at most what is kept of it, once it is paid', async () => {
    const ops = fc.array(op, { minLength: 1, maxLength: 40, size: 'max' });
    await fc.assert(
      fc.asyncProperty(op, ops, async (first, asked) => check(await lived(first, asked))),
      { numRuns: runs(300) },
    );
  });
});
