import { expect } from 'chai';
import type { Id } from '#core/shared/id.ts';
import type { Work } from '#core/storage.ts';
import type { UsageRecord } from '#core/subscriptions/ports.ts';
import { USAGE_AGGREGATIONS } from '#core/subscriptions/usage.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const SPAN = { start: noonPlus(10), end: noonPlus(20) };

export const usageRecordsContract = (name: string, open: OpenStorage): void => {
  describe(`UsageRepository on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const record = (subscriptionId: Id<'sub'>, key: string, fields: Partial<UsageRecord> = {}): UsageRecord => ({
      subscriptionId,
      key,
      quantity: 5,
      at: NOON,
      recordedAt: noonPlus(1),
      ...fields,
    });
    const totals = (subscriptionId: Id<'sub'>) =>
      run(async (tx) => {
        const results: number[] = [];
        for (const aggregation of USAGE_AGGREGATIONS) {
          results.push(await tx.usage.total({ subscriptionId, span: SPAN, aggregation }));
        }
        return results;
      });

    it('adds the records whose keys are new, and finds those that exist', async () => {
      const [one, other] = [ids.next('sub'), ids.next('sub')];
      const [first, second] = [record(one, 'a b'), record(one, 'é', { quantity: Number.MAX_SAFE_INTEGER })];
      const elsewhere = record(other, 'a b');
      expect(await run((tx) => tx.usage.add([first]))).to.deep.equal([first]);
      const again = { ...first, quantity: 9 };
      expect(await run((tx) => tx.usage.add([again, second, elsewhere]))).to.deep.equal([second, elsewhere]);
      expect(await run((tx) => tx.usage.findMany([again, record(one, 'none')]))).to.deep.equal([first]);
      expect(await run((tx) => tx.usage.add([]))).to.deep.equal([]);
    });

    it('totals the usage of a span', async () => {
      const id = ids.next('sub');
      expect(await totals(id)).to.deep.equal([0, 0, 0]);
      await run(async (tx) => {
        await tx.usage.add([
          record(id, 'before', { at: noonPlus(9), quantity: 100 }),
          record(id, 'start', { at: noonPlus(10), quantity: 3 }),
          record(id, 'last', { at: noonPlus(19), quantity: 2 }),
          record(id, 'end', { at: noonPlus(20), quantity: 100 }),
          record(ids.next('sub'), 'start', { at: noonPlus(10), quantity: 100 }),
        ]);
        await tx.usage.add([record(id, 'late', { at: noonPlus(19), quantity: 1 })]);
        await tx.usage.add([record(id, 'later', { at: noonPlus(15), quantity: 4 })]);
      });
      expect(await totals(id)).to.deep.equal([10, 4, 1]);
    });

    it('reports a sum beyond what a number represents', async () => {
      const id = ids.next('sub');
      const quantity = Number.MAX_SAFE_INTEGER;
      await run((tx) => tx.usage.add(['a', 'b'].map((key) => record(id, key, { at: noonPlus(10), quantity }))));
      const total = run((tx) => tx.usage.total({ subscriptionId: id, span: SPAN, aggregation: 'sum' }));
      const error = await total.catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(RangeError);
    });
  });
};
