import { expect } from 'chai';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { Withdrawal } from '#core/withdrawals/withdrawal.ts';
import { withdrawalView } from '#core/withdrawals/withdrawal-view.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { TEXT } from '../../support/strings.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

type Fields = Partial<Parameters<typeof Withdrawal.state>[0]>;

const aWithdrawal = (fields: Fields = {}, at = NOON): Withdrawal =>
  Withdrawal.state(
    {
      ...{
        id: ids.next('wdr'),
        orderId: ids.next('ord'),
        subscriptionId: null,
        userId: null,
        isVerified: true,
        client: 'a network',
        orderNumber: '1001',
      },
      ...{ name: TEXT, email: `${ids.next('evt')}@example.com`, items: null, note: null },
      ...fields,
    },
    at,
  );

export const withdrawalsContract = (name: string, open: OpenStorage): void => {
  describe(`WithdrawalRepository and WithdrawalQueries on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const added = async (fields: Fields = {}, at = NOON): Promise<Withdrawal> => {
      const current = aWithdrawal(fields, at);
      await run((tx) => tx.withdrawals.add(current));
      return current;
    };
    const get = ({ id }: Withdrawal) => run((tx) => tx.withdrawals.get(id));

    it('round-trip a smallest and a largest withdrawal through its steps and show it', async () => {
      const smallest = await added({ orderId: null });
      expect(await get(smallest)).to.deep.equal(smallest);
      const items = [{ itemId: ids.next('item'), quantity: 2 }];
      const subscriptionId = ids.next('sub');
      const largest = await added({ subscriptionId, userId: ids.next('usr'), isVerified: false, items, note: TEXT });
      const acceptance = { items, until: noonPlus(1), refundBy: noonPlus(2), returnId: ids.next('ret') };
      const accepted = Withdrawal.accept(largest, acceptance, noonPlus(3));
      await run((tx) => tx.withdrawals.save(accepted));
      expect(await run((tx) => tx.withdrawals.find(largest.id))).to.deep.equal(accepted);
      const found = await storage().withdrawalQueries.find(largest.id);
      expect(found).to.include({ version: 2, userId: largest.userId, orderId: largest.orderId });
      expect(Json.parse(found?.view ?? 'null')).to.deep.equal(withdrawalView(accepted));
    });

    it('report what is absent, and a version that is not the previous one', async () => {
      const absent = aWithdrawal();
      expect((await rejectionOf(get(absent))).kind).to.equal('not_found');
      expect(await run((tx) => tx.withdrawals.find(absent.id))).to.equal(undefined);
      expect(await storage().withdrawalQueries.find(absent.id)).to.equal(undefined);
      const stated = await added();
      const rejected = Withdrawal.reject(stated, { reason: 'exempt', until: null }, NOON);
      await run((tx) => tx.withdrawals.save(rejected));
      expect((await rejectionOf(run((tx) => tx.withdrawals.save(rejected)))).kind).to.equal('conflict');
    });

    it('list the received ones of an order, the oldest first', async () => {
      const orderId = ids.next('ord');
      const newer = await added({ orderId }, noonPlus(1));
      const older = await added({ orderId });
      const rejected = await added({ orderId });
      await added();
      const after = Withdrawal.reject(rejected, { reason: 'exempt', until: null }, NOON);
      await run((tx) => tx.withdrawals.save(after));
      expect(await run((tx) => tx.withdrawals.listReceived(orderId))).to.deep.equal([older, newer]);
    });

    it('claim each one that is due once, until it is due again', async () => {
      const farPast = new Date(NOON.getTime() - 365 * 24 * 3_600_000);
      const claim = (at: Date, nextAt: Date) => run((tx) => tx.withdrawals.claimDue(at, nextAt));
      const second = await added({}, new Date(farPast.getTime() + 1_000));
      const first = await added({}, farPast);
      const settled = await added({}, farPast);
      const at = new Date(farPast.getTime() + 2_000);
      const waiting = Withdrawal.wait(settled, 'unmatched', { at, until: null });
      await run((tx) => tx.withdrawals.save(waiting));
      const nextAt = new Date(at.getTime() + 1);
      expect([await claim(at, nextAt), await claim(at, nextAt), await claim(at, nextAt)]).to.deep.equal([
        first.id,
        second.id,
        undefined,
      ]);
      expect(await get(first)).to.deep.equal({ ...first, processAt: nextAt });
      expect(await claim(nextAt, noonPlus(9))).to.be.oneOf([first.id, second.id]);
    });

    it('list the newest first, by filters and owner', async () => {
      const [orderId, userId] = [ids.next('ord'), ids.next('usr')];
      const older = await added({ orderId, userId });
      const newer = await added({ orderId, userId }, noonPlus(1));
      await added({ userId: ids.next('usr') });
      const list = async (query: object) => {
        const page = { limit: 20, after: undefined };
        const sort = { by: 'created_at', descending: true } as const;
        const { items } = await storage().withdrawalQueries.list({ filter: {}, sort, page, ...query });
        return items.map((item) => Json.parse(item).id);
      };
      for (const query of [{ ownerId: userId }, { filter: { order_id: orderId } }, { filter: { user_id: userId } }]) {
        expect(await list(query)).to.deep.equal([newer.id, older.id]);
      }
      expect(await list({ filter: { order_id: orderId, status: 'accepted' } })).to.deep.equal([]);
      expect(await list({ filter: { order_id: orderId }, ownerId: ids.next('usr') })).to.deep.equal([]);
    });

    it('are given to a user with their orders', async () => {
      const [userId, orderId] = [ids.next('usr'), ids.next('ord')];
      const [claimed, kept] = [await added({ orderId }), await added()];
      await run((tx) => tx.withdrawals.assignUser([orderId], userId));
      expect(await get(claimed)).to.deep.equal({ ...claimed, userId, version: 2 });
      expect(await get(kept)).to.deep.equal(kept);
    });

    it('erase the buyer from the withdrawals of orders and of an e-mail, and from no others', async () => {
      const ofOrder = await added();
      const byEmail = await added({ orderId: null, email: 'Ada@Example.com', note: TEXT });
      const kept = await added({ orderId: null });
      const orderIds = ofOrder.orderId === null ? [] : [ofOrder.orderId];
      const erased = await run((tx) => tx.withdrawals.erase({ orderIds, emailKey: 'ada@example.com' }));
      expect(erased).to.have.members([ofOrder.id, byEmail.id]);
      for (const each of [ofOrder, byEmail]) expect(await get(each)).to.deep.equal(Withdrawal.erase(each));
      expect(await get(kept)).to.deep.equal(kept);
      expect(await run((tx) => tx.withdrawals.erase({ orderIds: [], emailKey: undefined }))).to.deep.equal([]);
      expect(withdrawalView(Withdrawal.erase(byEmail))).to.include({ name: null, email: null, note: null });
    });

    it('roll back what a failed transaction wrote', async () => {
      const stated = aWithdrawal();
      const failing = run(async (tx) => {
        await tx.withdrawals.add(stated);
        await tx.withdrawals.get(ids.next('wdr'));
      });
      expect((await rejectionOf(failing)).kind).to.equal('not_found');
      expect(await run((tx) => tx.withdrawals.find(stated.id))).to.equal(undefined);
    });
  });
};
