import { expect } from 'chai';
import { Return, returnView } from '#core/returns/return.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { TEXT } from '../../support/strings.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

type Fields = Partial<Parameters<typeof Return.request>[0]>;

const aReturn = (fields: Fields = {}, at = NOON): Return => {
  const item = {
    itemId: ids.next('item'),
    quantity: 2,
    receivedQuantity: 0,
    reason: TEXT,
    isRestocked: null,
    refund: null,
  };
  return Return.request(
    {
      id: ids.next('ret'),
      orderId: ids.next('ord'),
      userId: null,
      currency: dollars(0).currency,
      items: [item],
      reason: TEXT,
      ...fields,
    },
    at,
  );
};

const received = (before: Return, at: Date): Return => ({
  ...Return.take(Return.take(before, 'approve', at), 'receive', at),
  items: before.items.map((item) => ({ ...item, isRestocked: false, refund: dollars(12.5) })),
});

export const returnsContract = (name: string, open: OpenStorage): void => {
  describe(`ReturnRepository and ReturnQueries on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const added = async (fields: Fields = {}, at = NOON): Promise<Return> => {
      const current = aReturn(fields, at);
      await run((tx) => tx.returns.add(current));
      return current;
    };
    const get = ({ id }: Return) => run((tx) => tx.returns.get(id));

    it('round-trip a return through its steps and show it', async () => {
      const withdrawal = { id: ids.next('wdr'), refundsShipping: true };
      const requested = await added({ userId: ids.next('usr'), withdrawal });
      expect(await get(requested)).to.deep.equal(requested);
      const approved = Return.take(requested, 'approve', noonPlus(1));
      await run((tx) => tx.returns.save(approved));
      expect(await run((tx) => tx.returns.find(requested.id))).to.deep.equal(approved);
      const last = received(requested, noonPlus(2));
      await run((tx) => tx.returns.save(last));
      expect(await get(requested)).to.deep.equal(last);
      const found = await storage().returnQueries.find(requested.id);
      expect(found).to.include({ version: 3, userId: requested.userId, orderId: requested.orderId });
      expect(Json.parse(found?.view ?? 'null')).to.deep.equal(returnView(last));
    });

    it('report what is absent, and a version that is not the previous one', async () => {
      const absent = aReturn();
      expect((await rejectionOf(get(absent))).kind).to.equal('not_found');
      expect(await run((tx) => tx.returns.find(absent.id))).to.equal(undefined);
      expect(await storage().returnQueries.find(absent.id)).to.equal(undefined);
      const requested = await added();
      await run((tx) => tx.returns.save(Return.take(requested, 'approve', NOON)));
      const late = run((tx) => tx.returns.save(Return.take(requested, 'reject', NOON)));
      expect((await rejectionOf(late)).kind).to.equal('conflict');
    });

    it('list the open returns of an order', async () => {
      const orderId = ids.next('ord');
      const [open, rejected, done] = [await added({ orderId }), await added({ orderId }), await added({ orderId })];
      await added();
      await run(async (tx) => {
        await tx.returns.save(Return.take(rejected, 'reject', NOON));
        const approved = Return.take(done, 'approve', NOON);
        await tx.returns.save(approved);
        await tx.returns.save(Return.take(approved, 'receive', NOON));
      });
      expect(await run((tx) => tx.returns.listOpen(orderId))).to.deep.equal([open]);
    });

    it('list the newest first, by filters and owner', async () => {
      const [orderId, userId] = [ids.next('ord'), ids.next('usr')];
      const older = await added({ orderId, userId });
      const newer = await added({ orderId, userId }, noonPlus(1));
      await added({ userId: ids.next('usr') });
      const list = async (query: object) => {
        const page = { limit: 20, after: undefined };
        const sort = { by: 'created_at', descending: true } as const;
        const { items } = await storage().returnQueries.list({ filter: {}, sort, page, ...query });
        return items.map((item) => Json.parse(item).id);
      };
      for (const query of [{ ownerId: userId }, { filter: { order_id: orderId } }, { filter: { user_id: userId } }]) {
        expect(await list(query)).to.deep.equal([newer.id, older.id]);
      }
      expect(await list({ filter: { order_id: orderId, status: 'approved' } })).to.deep.equal([]);
      expect(await list({ filter: { order_id: orderId }, ownerId: ids.next('usr') })).to.deep.equal([]);
    });

    it('are given to a user with their orders', async () => {
      const [userId, orderId] = [ids.next('usr'), ids.next('ord')];
      const [claimed, another, kept] = [await added({ orderId }), await added(), await added()];
      await run((tx) => tx.returns.assignUser([orderId, another.orderId], userId));
      for (const each of [claimed, another]) {
        expect(await get(each)).to.deep.equal({ ...each, userId, version: 2 });
      }
      expect(await get(kept)).to.deep.equal(kept);
    });

    it('erase the free texts of the returns of orders', async () => {
      const [erased, kept] = [await added(), await added()];
      expect(await run((tx) => tx.returns.erase([erased.orderId]))).to.deep.equal([erased.id]);
      expect(await get(erased)).to.deep.equal(Return.withoutReasons(erased));
      expect(await get(kept)).to.deep.equal(kept);
    });

    it('roll back what a failed transaction wrote', async () => {
      const requested = aReturn();
      const failing = run(async (tx) => {
        await tx.returns.add(requested);
        await tx.returns.get(ids.next('ret'));
      });
      expect((await rejectionOf(failing)).kind).to.equal('not_found');
      expect(await run((tx) => tx.returns.find(requested.id))).to.equal(undefined);
    });
  });
};
