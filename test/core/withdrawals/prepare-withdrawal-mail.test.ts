import { expect } from 'chai';
import { makeEncryption } from '#adapters/system/encryption.ts';
import { makeOrderLinks } from '#adapters/system/order-links.ts';
import type { Order } from '#core/orders/order.ts';
import { makePrepareWithdrawalMail } from '#core/withdrawals/use-cases/prepare-withdrawal-mail.ts';
import { Withdrawal } from '#core/withdrawals/withdrawal.ts';
import { makeWithdrawalLink } from '#core/withdrawals/withdrawal-link.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { aUser, clockAtNoon, ids, NOON } from '../../support/builders/builders.ts';
import { aGuestOrder } from '../../support/builders/order-builders.ts';
import { rulesWith } from '../../support/builders/shop-rules.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

const FORMER = 'former@example.com';

describe('prepareWithdrawalMail', () => {
  let storage: StorageUnderTest;

  beforeEach(async () => {
    storage = await openMemoryStorage();
  });

  /** The mail about a withdrawal that names the former e-mail of its order. */
  const mailAbout = async (order: Order, client: string | null = 'a network') => {
    const { unitOfWork, shopQueries: shop } = storage;
    const statement = { orderNumber: String(order.number), name: 'Ada', email: FORMER, items: null, note: null };
    const { id: orderId, userId } = order;
    const made = { id: ids.next('wdr'), orderId, userId, isVerified: false, client, ...statement };
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
    const prepare = makePrepareWithdrawalMail({ unitOfWork, shop, rules: rulesWith({}), withdrawalLink });
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

  it('counts for who has stated it, and not for the staff', async () => {
    expect((await mailAbout(aGuestOrder({ email: FORMER })))?.client).to.equal('a network');
    expect((await mailAbout(aGuestOrder({ email: FORMER }), null))?.client).to.equal(null);
  });
});
