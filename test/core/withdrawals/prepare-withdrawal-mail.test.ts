import { expect } from 'chai';
import { makeEncryption } from '#adapters/system/encryption.ts';
import { makeOrderLinks } from '#adapters/system/order-links.ts';
import type { Invoice } from '#core/invoices/invoice.ts';
import type { Order } from '#core/orders/order.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import { makePrepareWithdrawalMail } from '#core/withdrawals/use-cases/prepare-withdrawal-mail.ts';
import { Withdrawal } from '#core/withdrawals/withdrawal.ts';
import { makeWithdrawalLink } from '#core/withdrawals/withdrawal-link.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { aUser, clockAtNoon, ids, NOON } from '../../support/builders/builders.ts';
import { aDraft, finalized } from '../../support/builders/invoice-builders.ts';
import { aGuestOrder, dollars } from '../../support/builders/order-builders.ts';
import { aPlan } from '../../support/builders/plan-builders.ts';
import { rulesWith } from '../../support/builders/shop-rules.ts';
import { aStart, invoicedStep } from '../../support/builders/subscription-builders.ts';
import { aLog } from '../../support/log.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

const FORMER = 'former@example.com';

describe('prepareWithdrawalMail', () => {
  let storage: StorageUnderTest;
  let log: ReturnType<typeof aLog>;

  beforeEach(async () => {
    storage = await openMemoryStorage();
    log = aLog();
  });

  /** The mail about a withdrawal that names the former e-mail of its order. */
  const mailAbout = async (order: Order, { client = 'a network', ...stated }: Partial<Withdrawal> = {}) => {
    const { unitOfWork, shopQueries: shop } = storage;
    const statement = { orderNumber: String(order.number), name: 'Ada', email: FORMER, items: null, note: null };
    const { id: orderId, userId } = order;
    const made = { id: ids.next('wdr'), orderId, userId, isVerified: false, client, ...statement, ...stated };
    const withdrawal = Withdrawal.state(made, NOON);
    await unitOfWork.run(async (tx) => {
      await tx.orders.add(order, []);
      await tx.withdrawals.add(withdrawal);
    });
    const withdrawalLink = makeWithdrawalLink({
      orderLinks: makeOrderLinks(makeEncryption('the secret key of the links')),
      systemClock: clockAtNoon(),
      withdrawalPage: () => 'https://commerce.example/withdraw',
    });
    const rules = rulesWith({});
    const prepare = makePrepareWithdrawalMail({ unitOfWork, shop, rules, withdrawalLink, log: log.log });
    return prepare({ purpose: 'withdrawal_unverified', withdrawalId: withdrawal.id, client });
  };

  it('links to the order for who has its e-mail', async () => {
    const mail = await mailAbout(aGuestOrder({ email: 'Former@example.com' }));
    expect(mail?.text).to.match(/https:\/\/commerce\.example\/withdraw\?token=\w+/);
  });

  it('links to the order for who has the e-mail of its user', async () => {
    const user = aUser({ email: FORMER });
    await storage.unitOfWork.run((tx) => tx.users.add(user));
    const mail = await mailAbout({ ...aGuestOrder({ email: 'other@example.com' }), userId: user.id });
    expect(mail?.text).to.include('/withdraw?token=');
  });

  it('does not link to an order that has another e-mail since', async () => {
    const mail = await mailAbout(aGuestOrder({ email: 'corrected@example.com' }));
    expect(mail?.to).to.equal(FORMER);
    expect(mail?.text).to.not.include('token=');
  });

  it('does not link to an order whose user has another e-mail since', async () => {
    const user = aUser({ email: 'corrected@example.com' });
    await storage.unitOfWork.run((tx) => tx.users.add(user));
    const mail = await mailAbout({ ...aGuestOrder({ email: null }), userId: user.id });
    expect(mail?.text).to.not.include('token=');
  });

  it('does not count if the staff has caused it', async () => {
    const mail = await mailAbout(aGuestOrder({ email: FORMER }), { client: null });
    expect([mail?.client, mail?.counted, mail?.leaveOut]).to.deep.equal([null, undefined, undefined]);
  });

  describe('of what anybody may have stated', () => {
    const authorized = (order: Order): Order => ({ ...order, state: { ...order.state, payment: 'authorized' } });
    const unpaid = () => aGuestOrder({ email: FORMER });
    const paid = () => authorized(unpaid());
    const ofEmail = { recipient: FORMER, budget: 'statement' };
    const counts = (mail: Awaited<ReturnType<typeof mailAbout>>) => [mail?.client, mail?.counted];

    it('counts for who has stated it, and apart from what the buyer causes', async () => {
      expect(counts(await mailAbout(unpaid()))).to.deep.equal(['a network', ofEmail]);
      expect(counts(await mailAbout(unpaid(), { isVerified: true }))).to.deep.equal(['a network', undefined]);
    });

    it('counts for the contract, apart from what its buyer causes, also before it is matched', async () => {
      const [matched, named, own] = [paid(), paid(), paid()];
      const counted = ({ id: recipient }: Order, budget: string) => [null, { recipient, budget }];
      expect(counts(await mailAbout(matched))).to.deep.equal(counted(matched, 'statement'));
      expect(counts(await mailAbout(named, { orderId: null }))).to.deep.equal(counted(named, 'statement'));
      expect(counts(await mailAbout(own, { isVerified: true }))).to.deep.equal(counted(own, 'contract'));
    });

    it('counts for the subscription of who states it once something was paid, though there are no goods', async () => {
      const user = aUser({ email: FORMER, emailVerifiedAt: null });
      const [open, settled] = [finalized(aDraft()), { ...finalized(aDraft()), amountPaid: dollars(119) }];
      const invoicedBy = ({ id: latestInvoiceId }: Invoice): Subscription => ({
        ...invoicedStep(aStart({ userId: user.id }), () => aPlan()),
        latestInvoiceId,
      });
      const [free, paid] = [invoicedBy(open), invoicedBy(settled)];
      await storage.unitOfWork.run(async (tx) => {
        await tx.users.add(user);
        for (const invoice of [open, settled]) await tx.invoices.add(invoice);
        for (const subscription of [free, paid]) await tx.subscriptions.add(subscription);
      });
      const mailOf = ({ id }: Subscription) =>
        mailAbout(unpaid(), { orderId: null, subscriptionId: id, userId: user.id, isVerified: true, orderNumber: id });
      expect(counts(await mailOf(free))).to.deep.equal(['a network', undefined]);
      expect(counts(await mailOf(paid))).to.deep.equal([null, { recipient: paid.id, budget: 'contract' }]);
    });

    it('counts though its e-mail is proved, as what the buyer states does not', async () => {
      const user = aUser({ email: FORMER, emailVerifiedAt: NOON });
      await storage.unitOfWork.run((tx) => tx.users.add(user));
      const ofUser = () => ({ ...unpaid(), userId: user.id });
      expect(counts(await mailAbout(ofUser()))).to.deep.equal(['a network', ofEmail]);
      expect(counts(await mailAbout(ofUser(), { isVerified: true }))).to.deep.equal([null, undefined]);
    });

    it('counts if the buyer of another order names the e-mail', async () => {
      const order = authorized(aGuestOrder({ email: 'own@example.com' }));
      expect(counts(await mailAbout(order, { isVerified: true }))).to.deep.equal(['a network', ofEmail]);
    });

    it('is left out beyond the limit if it names no order, and the log says so', async () => {
      const mail = await mailAbout(aGuestOrder({ email: 'other@example.com' }), { orderId: null });
      expect(counts(mail)).to.deep.equal(['a network', ofEmail]);
      await mail?.leaveOut?.();
      expect(log.lines.map(({ level, fields }) => [level, Object.keys(fields)])).to.deep.equal([
        ['warn', ['purpose', 'resource_id']],
      ]);
    });

    it('waits for the limit if it names an order, as what the buyer states does', async () => {
      for (const [stated, place] of [
        [{}, paid],
        [{ orderId: null }, unpaid],
        [{ isVerified: true }, () => aGuestOrder({ email: 'own@example.com' })],
        [{ isVerified: true }, unpaid],
        [{ isVerified: true }, paid],
      ] as const) {
        expect((await mailAbout(place(), stated))?.leaveOut).to.equal(undefined);
      }
    });
  });
});
