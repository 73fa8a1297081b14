import { expect } from 'chai';
import { Invoice } from '#core/invoices/invoice.ts';
import { invoiceEvents, invoicePaymentFailed } from '#core/invoices/records.ts';
import { MAIL_LANGUAGES } from '#core/mails/mail-language.ts';
import { BILLING_MAIL_PURPOSES, type BillingMailRequest, type ShopMailPurpose } from '#core/mails/ports.ts';
import { withWantedMails } from '#core/mails/wanted-mails.ts';
import type { DomainEvent } from '#core/shared/domain-event.ts';
import type { Work } from '#core/storage.ts';
import { subscriptionChanged } from '#core/subscriptions/records.ts';
import { cancelSubscription } from '#core/subscriptions/stop-subscription.ts';
import { trialEndAnnounced } from '#core/subscriptions/subscription-schedule.ts';
import { makePrepareBillingMail } from '#core/subscriptions/use-cases/prepare-billing-mail.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { anActor, aUser, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aDraft, finalized } from '../../support/builders/invoice-builders.ts';
import { aGuestOrder, dollars } from '../../support/builders/order-builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { rulesWith } from '../../support/builders/shop-rules.ts';
import { aStart } from '../../support/builders/subscription-builders.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

const PAGE = 'https://shop.example/billing';

describe('the mails about billing', () => {
  let storage: StorageUnderTest;
  const user = aUser({ email: 'Ada@example.com' });

  beforeEach(async () => {
    storage = await openMemoryStorage();
    await run((tx) => tx.users.add(user));
  });
  afterEach(() => storage.close());

  const run = <T>(work: Work<T>): Promise<T> => storage.unitOfWork.run(work);

  /** An invoice of 119.00 of a subscription. */
  const invoiceOf = (overrides: Parameters<typeof aDraft>[0] = {}): Invoice => {
    const subscriptionId = ids.next('sub');
    return finalized(aDraft({ userId: user.id, subscriptionId, email: 'former@example.com', ...overrides }));
  };
  const paid = (invoice: Invoice): Invoice => Invoice.recordPayment(invoice, dollars(119), noonPlus(1));
  const added = async (invoice: Invoice): Promise<Invoice> => {
    await run((tx) => tx.invoices.add(invoice));
    return invoice;
  };
  const aTrial = (status: 'trialing' | 'cancelled' | 'cancelling' = 'trialing') => {
    const { subscription } = aStart({ userId: user.id, plan: PLAN, trialDays: 14 });
    if (status === 'trialing') return subscription;
    return cancelSubscription(subscription, { atPeriodEnd: status === 'cancelling', at: NOON }).subscription;
  };

  /** The requests of events, in their transaction. */
  const requestsOf = async (events: readonly DomainEvent[], wanted: readonly ShopMailPurpose[]) => {
    await withWantedMails(storage.unitOfWork, async () => wanted).run((tx) =>
      tx.events.append(anActor(user), ...events),
    );
    const claimed = await storage.mailQueue.claim({ at: noonPlus(1e6), until: noonPlus(2e6), limit: 100 });
    for (const claim of claimed) await storage.mailQueue.remove(claim);
    return claimed.map((request) => [request.purpose, 'aboutId' in request ? request.aboutId : null]);
  };

  it('are requested for a payment, a failed one of a subscription, and the end of a trial', async () => {
    const [open, trial] = [invoiceOf(), aTrial()];
    const events = [
      ...invoiceEvents(open, paid(open)),
      invoicePaymentFailed(open, Invoice.recordFailure(open, NOON)),
      subscriptionChanged(trial, trialEndAnnounced(trial, NOON)),
    ];
    expect(await requestsOf(events, BILLING_MAIL_PURPOSES)).to.have.deep.members([
      ['receipt', open.id],
      ['payment_failed', open.id],
      ['trial_ending', trial.id],
    ]);
    expect(await requestsOf(events, ['trial_ending'])).to.deep.equal([['trial_ending', trial.id]]);
    expect(await requestsOf(events, [])).to.deep.equal([]);
  });

  it('are not requested for what nobody has paid, drafts, and invoices without a subscription', async () => {
    const [open, other, draft] = [
      invoiceOf(),
      invoiceOf({ subscriptionId: null }),
      aDraft({ subscriptionId: ids.next('sub') }),
    ];
    const credited = Invoice.credit(open, dollars(119), NOON);
    expect(credited.status).to.equal('paid');
    const events = [
      ...invoiceEvents(open, credited),
      invoicePaymentFailed(draft, Invoice.recordFailure(draft, NOON)),
      invoicePaymentFailed(other, Invoice.recordFailure(other, NOON)),
      ...invoiceEvents(aDraft(), invoiceOf()),
    ];
    expect(await requestsOf(events, BILLING_MAIL_PURPOSES)).to.deep.equal([]);
  });

  const prepare = (
    purpose: BillingMailRequest['purpose'],
    { id: aboutId }: { id: BillingMailRequest['aboutId'] },
    {
      language = 'en',
      page = null,
      client = null,
    }: { language?: 'en' | 'de'; page?: string | null; client?: string | null } = {},
  ) => {
    const { unitOfWork, shopQueries: shop } = storage;
    const rules = rulesWith({ mail_language: language, billing_page_url: page });
    const renderFile = async (id: string) => new TextEncoder().encode(`file of ${id}`);
    return makePrepareBillingMail({ unitOfWork, shop, rules, renderFile })({
      purpose,
      aboutId,
      userId: user.id,
      client,
    });
  };

  it('name the number and the amounts, and link to the shop’s page', async () => {
    const open = await added(invoiceOf());
    const failed = await prepare('payment_failed', open, { page: PAGE });
    expect(failed?.subject).to.include(open.number).and.include('failed');
    expect(failed?.text).to.include('Amount due: 119.00 USD').and.include(`${PAGE}?invoice=${open.id}`);
    await run((tx) => tx.invoices.save(paid(open)));
    const receipt = await prepare('receipt', open, { page: `${PAGE}?lang=en` });
    expect(receipt?.subject).to.include(open.number);
    expect(receipt?.text).to.include('Total: 119.00 USD\nPaid: 119.00 USD');
    expect(receipt?.text).to.include(`${PAGE}?lang=en&invoice=${open.id}`);
    expect((await prepare('receipt', open))?.text).to.not.include('https://');
    expect(await prepare('payment_failed', open), 'paid meanwhile').to.equal(undefined);
  });

  it('have the file of an invoice that is sent, and go to its own e-mail', async () => {
    const open = await added(invoiceOf({ email: 'accounts@example.com' }));
    const mail = await prepare('invoice', open);
    expect(mail).to.deep.include({ to: 'accounts@example.com', client: null });
    expect(mail?.subject).to.include(open.number);
    expect(mail?.text).to.include('Total: 119.00 USD\nAmount due: 119.00 USD');
    expect(
      mail?.attachments?.map(({ content, ...file }) => ({ ...file, text: `${Buffer.from(content)}` })),
    ).to.deep.equal([{ filename: `${open.number}.pdf`, contentType: 'application/pdf', text: `file of ${open.id}` }]);
    expect((await prepare('receipt', open))?.attachments).to.equal(undefined);
  });

  it('say when a trial ends, unless it ended or was cancelled', async () => {
    await run((tx) => tx.plans.add(PLAN));
    for (const status of ['trialing', 'cancelling', 'cancelled'] as const) {
      const trial = aTrial(status);
      await run((tx) => tx.subscriptions.add(trial));
      const mail = await prepare('trial_ending', trial, { page: PAGE });
      if (status !== 'trialing') expect(mail, status).to.equal(undefined);
      else {
        const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(trial.period.end);
        expect(mail?.subject).to.match(new RegExp(`ends on ${day}$`));
        expect(mail?.text).to.include(PLAN.name).and.include(`${PAGE}?subscription=${trial.id}`);
      }
    }
  });

  it('count for who has subscribed, until the e-mail is proved', async () => {
    await run((tx) => tx.plans.add(PLAN));
    const trial = { ...aTrial(), client: 'a network' };
    const invoice = await added(paid(invoiceOf({ subscriptionId: trial.id })));
    await run((tx) => tx.subscriptions.add(trial));
    const clients = async (client: string | null = null) => [
      (await prepare('trial_ending', trial, { client }))?.client,
      (await prepare('receipt', invoice, { client }))?.client,
    ];
    expect(await clients()).to.deep.equal(['a network', 'a network']);
    expect(await clients('another')).to.deep.equal(['another', 'another']);
    await run(async (tx) => {
      await tx.users.lock(user.id);
      await tx.users.save({ ...user, version: user.version + 1, emailVerifiedAt: NOON });
    });
    expect(await clients('another')).to.deep.equal([null, null]);
  });

  it('go to the present address of the user, the address of the order, or the guest', async () => {
    const order = aGuestOrder({ email: 'order@example.com', userId: user.id });
    await run((tx) => tx.orders.add(order, []));
    const guest = await added(paid(invoiceOf({ userId: null, email: 'guest@example.com' })));
    const own = await added(paid(invoiceOf()));
    const ordered = await added(paid(invoiceOf({ orderId: order.id })));
    const toOf = async (invoice: Invoice) => (await prepare('receipt', invoice))?.to;
    expect(await toOf(own)).to.equal('Ada@example.com');
    expect(await toOf(ordered)).to.equal('order@example.com');
    expect(await toOf(guest)).to.equal('guest@example.com');
    const moved = { ...user, version: user.version + 1, email: 'Moved@example.com' };
    await run(async (tx) => {
      await tx.users.lock(user.id);
      await tx.users.save(moved);
    });
    expect(await toOf(own)).to.equal('Moved@example.com');
    await run((tx) => tx.users.remove(user.id));
    expect(await toOf(own)).to.equal(undefined);
    for (const invoice of [own, guest]) await run((tx) => tx.invoices.save(Invoice.retainBuyer(invoice, 10, NOON)));
    expect(await toOf(guest)).to.equal(undefined);
  });

  it('have texts of their own in each language, without anything that the buyer wrote', async () => {
    await run((tx) => tx.plans.add(PLAN));
    const written = 'BUY MY PILLS';
    const trial = aTrial();
    const open = await added(invoiceOf({ footer: null, metadata: { note: written }, billingAddress: null }));
    await run((tx) => tx.subscriptions.add(trial));
    for (const purpose of [...BILLING_MAIL_PURPOSES, 'invoice'] as const) {
      const mails = await Promise.all(
        MAIL_LANGUAGES.map((language) =>
          prepare(purpose, purpose === 'trial_ending' ? trial : open, { language, page: PAGE }),
        ),
      );
      expect(new Set(mails.map((mail) => mail?.subject)).size).to.equal(MAIL_LANGUAGES.length);
      for (const mail of mails) {
        expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).to.not.match(/undefined|null|BUY MY PILLS/);
      }
    }
  });
});

const PLAN = aPlan({ name: 'Team, monthly' });
