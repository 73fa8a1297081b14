import { expect } from 'chai';
import fc from 'fast-check';
import { Invoice, type InvoiceId } from '#core/invoices/invoice.ts';
import { type BillPart, linesOf } from '#core/subscriptions/bill.ts';
import { PeriodCharge } from '#core/subscriptions/period-charge.ts';
import { isRecurring, monthlyAmount } from '#core/subscriptions/subscription-movement.ts';
import { type SubscriptionView, subscriptionView } from '#core/subscriptions/subscription-view.ts';
import { plansById } from '../../support/builders/subscription-builders.ts';
import { runs } from '../../support/extent.ts';
import { type LivedLife, life, lived } from './billed-life.ts';
import { LIFE_PLANS, type ModelLine, makeModel } from './billing-model.ts';

const LIVES = runs(15);

const planOf = plansById(LIFE_PLANS);

/** The views of the subscription, the oldest first. */
const viewsOf = async ({ shop, first }: LivedLife): Promise<SubscriptionView[]> => [
  subscriptionView(first),
  ...(await shop.eventsOf(first.id)).map(({ data }) => data as SubscriptionView),
];

const invoicesOf = async ({ shop }: LivedLife, views: readonly SubscriptionView[]): Promise<readonly Invoice[]> => {
  const ids = new Set(views.flatMap(({ latest_invoice_id: id }) => (id === null ? [] : [id as InvoiceId])));
  return shop.unitOfWork.run((tx) => Promise.all([...ids].map((id) => tx.invoices.get(id))));
};

const modelLines = ({ lines, voidedAt }: Invoice): ModelLine[] =>
  lines.map(({ description, quantity, unitPrice, period }) => ({
    description,
    start: period?.start.getTime() ?? 0,
    end: period?.end.getTime() ?? 0,
    cents: quantity * Number(unitPrice.minor),
    voidedAt: voidedAt?.getTime(),
  }));

const WORDS = {
  period: '',
  setup: ': setup',
  usage: ': usage',
  late_usage: '',
  credit: ': unused time',
  charge: ': remaining time',
  reversal: ': unused time, charged again',
};

/** What waits for the next invoice. */
const unbilledLines = (part: BillPart): ModelLine[] =>
  linesOf(part, { plan: planOf, usage: () => 0 }).map(({ kind, amount, span }) => ({
    description: planOf(part.plan.planId).name + WORDS[kind],
    start: span.start.getTime(),
    end: span.end.getTime(),
    cents: Number(amount.minor),
  }));

const isUsage = ({ description }: ModelLine): boolean => description.endsWith(': usage');

/** Expects movements that add up to what the subscription costs per month, each with an event of its version. */
const checkMovements = async ({ shop, subscription }: LivedLife, views: readonly SubscriptionView[]): Promise<void> => {
  const movements = await shop.movementsOf(subscription);
  const { planId, quantity } = subscription.plan;
  const monthly = isRecurring(subscription) ? monthlyAmount(planOf(planId), quantity).minor : 0n;
  expect(movements.reduce((sum, { amount }) => sum + amount.minor, 0n)).to.equal(monthly);
  expect(movements.at(-1)?.mrr.minor).to.equal(monthly);
  const versions = views.map(({ version }) => version);
  expect(versions).to.include.members(movements.map(({ version }) => version));
};

const check = async (led: LivedLife): Promise<void> => {
  const { shop, subscription, usage, unprorated } = led;
  const views = await viewsOf(led);
  const invoices = await invoicesOf(led, views);
  const model = makeModel(views, new Set(unprorated.map(({ at }) => at)));

  expect(invoices.map(({ number }) => number)).to.deep.equal(
    invoices.map((_, index) => `INV-${String(index + 1).padStart(6, '0')}`),
  );
  const lines = invoices.flatMap(modelLines);
  for (const line of lines) {
    expect(model.expectedCents(line, usage), `${line.description} of ${new Date(line.start).toISOString()}`).to.equal(
      line.cents,
    );
  }
  expect(lines.filter(({ description }) => description.endsWith(': setup'))).to.have.length.at.most(1);

  await checkMovements(led, views);
  const { forfeited, isLate } = led;
  const waiting = [...subscription.unbilled, ...PeriodCharge.credits(subscription.charges), ...forfeited].flatMap(
    unbilledLines,
  );
  // a late worker forfeits more than what was seen before
  const uncovered =
    isLate && forfeited.length > 0 ? [] : model.coverageErrors([...lines, ...waiting], shop.clock.now().getTime());
  expect(uncovered.join('\n')).to.equal('');
  const used = lines.filter(isUsage);
  for (const [index, { start }] of used.entries()) expect(start).to.be.at.least(used[index - 1]?.end ?? 0);

  for (const invoice of invoices) {
    const payments = await shop.paymentsOfInvoice(invoice.id);
    const charges = await Promise.all(payments.map(({ id }) => shop.sandbox.find(id)));
    const captured = charges.map((charge) => Number(charge?.captured.minor ?? 0n)).filter((minor) => minor > 0);
    const cents = modelLines(invoice).reduce((sum, line) => sum + line.cents, 0);
    expect(Number(Invoice.total(invoice).minor)).to.equal(cents);
    expect(captured).to.deep.equal(invoice.status === 'paid' && cents > 0 ? [cents] : []);
    expect(['paid', 'open', 'void']).to.include(invoice.status);
  }
  await shop.expectAgreement();
};

describe('ten years of a subscription through the billing run', function () {
  this.timeout(300_000 + 10_000 * LIVES);

  it('bill each active instant once, to the cent, with numbers without gaps and one charge each', async () => {
    await fc.assert(
      fc.asyncProperty(life, async (shape) => check(await lived(shape))),
      { numRuns: LIVES, endOnFailure: true },
    );
  });
});
