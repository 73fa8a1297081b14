import { expect } from 'chai';
import { Invoice, type InvoiceId } from '#core/invoices/invoice.ts';
import { makeAnnounceOverdueInvoices } from '#core/invoices/use-cases/announce-overdue-invoices.ts';
import { makeCreateCreditNote } from '#core/invoices/use-cases/create-credit-note.ts';
import { changeSubscription } from '#core/subscriptions/change-subscription.ts';
import { PeriodCharge } from '#core/subscriptions/period-charge.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { type Billing, openBilling } from './billing-under-test.ts';

describe('what becomes of the invoices of a subscription', () => {
  let shop: Billing;
  beforeEach(async () => {
    shop = await openBilling();
  });

  const statusOf = async (subscription: Subscription) => (await shop.current(subscription)).status;

  /** The newest invoice. */
  const latestOf = async (subscription: Subscription): Promise<Invoice> => {
    const found = (await shop.invoicesOf(subscription)).at(-1);
    if (found === undefined) throw new Error('There is no invoice.');
    return found;
  };

  const stepping = (decision: 'void' | 'mark_uncollectible' | 'pay_out_of_band') => (id: InvoiceId) =>
    shop.stepInvoice(id, decision);

  const crediting = async (invoiceId: InvoiceId, amount?: number) => {
    const credit = makeCreateCreditNote({ ...shop, shop: shop.shopQueries });
    const command = { invoiceId, amount, reason: 'goodwill', note: null } as const;
    return shop.unitOfWork.run(await credit(shop.staff, command));
  };

  const SETTLED: Readonly<Record<string, (id: InvoiceId) => Promise<unknown>>> = {
    voided: stepping('void'),
    'marked as uncollectible': stepping('mark_uncollectible'),
    'paid otherwise': stepping('pay_out_of_band'),
    'credited in full': (id) => crediting(id),
  };

  for (const [name, settle] of Object.entries(SETTLED)) {
    it(`a past due subscription goes on once its invoice is ${name}`, async () => {
      const subscription = await shop.subscribe({ paymentMethodId: await shop.saveMethod('tok_saved_then_declined') });
      await shop.pass(31);
      expect(await shop.current(subscription)).to.include({ status: 'past_due' });
      await settle((await latestOf(subscription)).id);
      expect(await shop.current(subscription)).to.include({ status: 'active', dunning: null });
    });

    it(`an unpaid subscription begins a new period once its invoice is ${name}`, async () => {
      const subscription = await shop.subscribe();
      await shop.pass(40);
      expect(await statusOf(subscription)).to.equal('unpaid');
      await shop.saveMethod();
      const restarted = shop.clock.now();
      await settle((await latestOf(subscription)).id);
      await shop.runAll();
      const { status, period } = await shop.current(subscription);
      expect([status, period.start]).to.deep.equal(['active', restarted]);
      expect(await latestOf(subscription)).to.include({ status: 'paid' });
    });
  }

  it('a past due subscription waits for all of its open invoices, and for the rest of a credited one', async () => {
    const subscription = await shop.subscribe({}, aPlan({ interval: 'day' }));
    await shop.pass(2);
    const [first, second] = await shop.invoicesOf(subscription);
    await stepping('void')(first?.id ?? 'inv_');
    expect(await statusOf(subscription)).to.equal('past_due');
    await crediting(second?.id ?? 'inv_', 1);
    expect(await statusOf(subscription)).to.equal('past_due');
    await crediting(second?.id ?? 'inv_');
    expect(await statusOf(subscription)).to.equal('active');
  });

  describe('that are sent', () => {
    const announce = async (): Promise<void> => {
      const announceOne = makeAnnounceOverdueInvoices(shop);
      while ((await announceOne()) > 0);
    };
    const passWithDueDates = async (days: number): Promise<void> => {
      for (let day = 0; day < days; day += 1) {
        await shop.pass(1);
        await announce();
      }
    };
    const TERMS_DAYS = 14;

    it('make it past due when they are overdue, and then unpaid by the schedule', async () => {
      const subscription = await shop.subscribe({ collection: 'send' });
      await passWithDueDates(TERMS_DAYS);
      expect(await statusOf(subscription)).to.equal('active');
      await passWithDueDates(1);
      expect(await statusOf(subscription)).to.equal('past_due');
      await passWithDueDates(6);
      expect(await statusOf(subscription)).to.equal('past_due');
      await passWithDueDates(1);
      expect(await statusOf(subscription)).to.equal('unpaid');
      expect(await shop.invoicesOf(subscription)).to.have.length(1);
    });

    it('cancel it instead where the plan says so', async () => {
      const subscription = await shop.subscribe({ collection: 'send' }, aPlan({ after_dunning: 'cancel' }));
      await passWithDueDates(TERMS_DAYS + 8);
      expect(await statusOf(subscription)).to.equal('cancelled');
    });

    it('let it go on once those that are overdue are paid, whatever is not due yet', async () => {
      const subscription = await shop.subscribe({ collection: 'send' }, aPlan({ interval: 'week' }));
      await passWithDueDates(TERMS_DAYS + 1);
      expect(await statusOf(subscription)).to.equal('past_due');
      const [overdue, ...others] = await shop.invoicesOf(subscription);
      expect(others.map(({ status }) => status)).to.deep.equal(['open', 'open']);
      await stepping('pay_out_of_band')(overdue?.id ?? 'inv_');
      expect(await shop.current(subscription)).to.include({ status: 'active', dunning: null });
    });

    it('leave it active when a payment of the customer fails before they are overdue', async () => {
      const subscription = await shop.subscribe({ collection: 'send' });
      await shop.pass(1);
      const { id } = await latestOf(subscription);
      const failure = await shop.payInvoice(id, 'tok_declined').catch((error: unknown) => error);
      expect(failure).to.include({ code: 'payment_declined' });
      expect(await statusOf(subscription)).to.equal('active');
      expect(await latestOf(subscription)).to.include({ attemptCount: 1 });
    });
  });

  it('a charge that requires an action is a failed one, and does not prevent the next', async () => {
    const subscription = await shop.subscribe({
      paymentMethodId: await shop.saveMethod('tok_saved_then_requires_action'),
    });
    await shop.pass(31);
    expect(await statusOf(subscription)).to.equal('past_due');
    const invoice = await latestOf(subscription);
    const statuses = async () => (await shop.paymentsOfInvoice(invoice.id)).map(({ status }) => status);
    expect(await statuses()).to.deep.equal(['requires_action']);
    await shop.pass(1);
    expect(await statuses()).to.deep.equal(['cancelled', 'requires_action']);
    expect(await statusOf(subscription)).to.equal('past_due');
    const [, waiting] = await shop.paymentsOfInvoice(invoice.id);
    await shop.sandbox.decide(waiting?.id ?? 'pay_', 'approve');
    await shop.callBack(waiting?.id ?? 'pay_');
    expect(await statusOf(subscription)).to.equal('active');
    expect(Invoice.amountDue(await latestOf(subscription)).minor).to.equal(0n);
  });

  it('a void invoice makes nothing of a change free that waits for the next one', async () => {
    const subscription = await shop.subscribe({ collection: 'send' });
    await shop.pass(2);
    const billed = await shop.current(subscription);
    const plan = { ...billed.plan, quantity: billed.plan.quantity + 1 };
    const { subscription: changed } = changeSubscription(billed, { plan, proration: 'prorate', at: shop.clock.now() });
    await shop.unitOfWork.run((tx) => tx.subscriptions.save(changed));
    await stepping('void')((await latestOf(subscription)).id);
    const { unbilled, charges } = await shop.current(subscription);
    expect(unbilled.map((part) => [part.kind, part.plan])).to.deep.equal([['charge', plan]]);
    expect(PeriodCharge.credits(charges)).to.deep.equal([]);
  });

  for (const end of ['win', 'lose', 'lose and win'] as const) {
    it(`a credit waits for the end of a dispute, which the shop may ${end}`, async () => {
      const subscription = await shop.subscribe({ paymentMethodId: await shop.saveMethod() });
      await shop.pass(2);
      const [payment] = await shop.paymentsOfInvoice((await latestOf(subscription)).id);
      const id = payment?.id ?? 'pay_';
      const report = async (step: 'dispute' | 'win' | 'lose') => {
        await shop.sandbox.dispute(id, step);
        await shop.callBack(id);
      };
      const creditsOf = async () => PeriodCharge.credits((await shop.current(subscription)).charges).length;
      await report('dispute');
      const billed = await shop.current(subscription);
      const plan = { ...billed.plan, quantity: billed.plan.quantity + 1 };
      const change = { plan, proration: 'prorate', at: shop.clock.now() } as const;
      await shop.unitOfWork.run((tx) => tx.subscriptions.save(changeSubscription(billed, change).subscription));
      expect(await creditsOf()).to.equal(0);
      if (end !== 'win') {
        await report('lose');
        expect(await creditsOf()).to.equal(0);
      }
      if (end !== 'lose') {
        await report('win');
        expect(await creditsOf()).to.equal(1);
      }
    });
  }

  it('a gateway that cannot be reached is no decline: it is charged again soon', async () => {
    const subscription = await shop.subscribe({ paymentMethodId: await shop.saveMethod() });
    shop.failures.isDown = true;
    await shop.pass(1);
    expect(await shop.current(subscription)).to.include({ status: 'active', dunning: null });
    expect(await latestOf(subscription)).to.include({ status: 'open', attemptCount: 0 });
    delete shop.failures.isDown;
    shop.clock.advance(10);
    await shop.runAll();
    expect(await latestOf(subscription)).to.include({ status: 'paid' });
    expect(shop.steps.slice(-2)).to.deep.equal(['renew failed', 'charge done']);
  });
});
