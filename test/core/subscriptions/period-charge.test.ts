import { expect } from 'chai';
import { Invoice } from '#core/invoices/invoice.ts';
import type { LineTax } from '#core/pricing/priced-line.ts';
import { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import type { CreditPart } from '#core/subscriptions/bill.ts';
import { PeriodCharge } from '#core/subscriptions/period-charge.ts';
import { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import { ids, USD } from '../../support/builders/builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { on } from '../../support/builders/subscription-builders.ts';

const usd = (minor: number): Money => Money.ofMinor(BigInt(minor), USD);

const taxOf = (percent: number, minor: number): LineTax => ({
  ...{ name: 'VAT', rate: Rate.ofPercent(percent) as Rate, amount: usd(minor) },
});

const APRIL = { start: on('04-01'), end: on('05-01') };

/** Half of 100.00 with 19 % of tax and of 10.00 without is not used. */
const aCharge = (fields: Partial<PeriodCharge> = {}): PeriodCharge => ({
  invoiceId: ids.next('inv'),
  plan: SubscribedPlan.of(aPlan(), 1),
  planName: 'Team',
  period: APRIL,
  amounts: [
    { net: usd(100_00), tax: taxOf(19, 19_00) },
    { net: usd(10_00), tax: null },
  ],
  unused: [{ span: { start: on('04-16'), end: APRIL.end }, period: APRIL }],
  hasGoods: false,
  isOwed: false,
  lost: usd(0),
  credits: [],
  ...fields,
});

const anInvoice = (fields: Partial<Invoice>): Invoice => {
  const charges = {
    shippingLines: [],
    discounts: [],
    pricesIncludeTax: false,
    taxRounding: null,
    taxId: null,
    taxExemption: null,
  };
  const content = { lines: [], charges, fields: null, email: null, billingAddress: null, footer: null, metadata: {} };
  const owner = { userId: null, orderId: null, subscriptionId: ids.next('sub'), currency: USD, dueAt: null };
  return { ...Invoice.draft({ id: ids.next('inv'), ...owner, ...content }, on('04-01')), ...fields };
};

const shown = (parts: readonly CreditPart[]): [string, ...string[]][] =>
  parts.map(({ kind, amounts }) => [
    kind,
    ...amounts.map(({ net, tax }) => `${net.toDecimal()} + ${tax?.amount.toDecimal() ?? '-'}`),
  ]);

const credited = (charge: PeriodCharge, invoiceId = ids.next('inv')): PeriodCharge => {
  const [after] = PeriodCharge.billed([charge], { bill: PeriodCharge.credits([charge]), charge: null, invoiceId });
  return after as PeriodCharge;
};

const follow = (charges: readonly PeriodCharge[], invoice: Invoice) =>
  PeriodCharge.follow(charges, { invoice, isDisputed: false });

describe('what was charged for a period', () => {
  it('is credited once, with the tax of each rate', () => {
    expect(shown(PeriodCharge.credits([aCharge()]))).to.deep.equal([['credit', '50.00 + 9.50', '5.00 + -']]);
    expect(PeriodCharge.credits([credited(aCharge())])).to.deep.equal([]);
  });

  it('is credited up to what is left of it, at each rate in proportion', () => {
    // 64.50 of 129.00 are not used, and 43.00 are left
    const charge = aCharge({ lost: usd(86_00) });
    expect(shown(PeriodCharge.credits([charge]))).to.deep.equal([['credit', '33.34 + 6.33', '3.33 + -']]);
    expect(PeriodCharge.credits([aCharge({ lost: usd(129_00) })])).to.deep.equal([]);
  });

  it('is charged again by what was lost after the credit, once', () => {
    const lost = { ...credited(aCharge()), lost: usd(129_00) };
    expect(shown(PeriodCharge.credits([lost]))).to.deep.equal([['reversal', '-50.00 + -9.50', '-5.00 + -']]);
    expect(PeriodCharge.credits([credited(lost)])).to.deep.equal([]);
  });

  it('is not credited while what another has credited is disputed, and that is charged again if it was lost', () => {
    const disputed = { ...credited(aCharge()), isOwed: true };
    const paidByIt = aCharge({ invoiceId: ids.next('inv') });
    expect(PeriodCharge.credits([disputed, paidByIt])).to.deep.equal([]);
    const lost = { ...disputed, lost: usd(129_00) };
    const chargedAgain = ['reversal', '-50.00 + -9.50', '-5.00 + -'];
    expect(shown(PeriodCharge.credits([lost, paidByIt]))).to.deep.equal([chargedAgain]);
    const won = { ...disputed, isOwed: false };
    expect(shown(PeriodCharge.credits([won, paidByIt]))).to.deep.equal([['credit', '50.00 + 9.50', '5.00 + -']]);
  });

  it('is charged again if all of it is used after the credit', () => {
    const used = { ...credited(aCharge()), unused: [] };
    expect(PeriodCharge.former([used])).to.deep.equal([used]);
    expect(shown(PeriodCharge.credits([used]))).to.deep.equal([['reversal', '-50.00 + -9.50', '-5.00 + -']]);
    expect(PeriodCharge.credits([credited(used)])).to.deep.equal([]);
  });

  it('is credited again if the invoice that credited it is void, but not charged again if that is void', () => {
    const invoice = anInvoice({ status: 'void' });
    const given = credited(aCharge(), invoice.id);
    expect(shown(PeriodCharge.credits(follow([given], invoice)))).to.deep.equal([
      ['credit', '50.00 + 9.50', '5.00 + -'],
    ]);
    const reversed = credited({ ...credited(aCharge()), lost: usd(129_00) }, invoice.id);
    expect(PeriodCharge.credits(follow([reversed], invoice))).to.deep.equal([]);
  });

  it('is the same after a change of another invoice', () => {
    const charges = [aCharge(), credited(aCharge())];
    expect(follow(charges, anInvoice({ status: 'void' }))).to.equal(charges);
  });
});
