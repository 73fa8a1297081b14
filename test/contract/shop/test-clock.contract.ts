import { expect } from 'chai';
import { TEST_CLOCK_ID, TestClock } from '#core/test-clock/test-clock.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `TestClockRepository` and `TestClockQueries`. */
export const testClockContract = (name: string, open: OpenStorage): void => {
  describe(`TestClockRepository and TestClockQueries on ${name}`, () => {
    const storage = useStorage(open);
    const save = (clock: TestClock) => storage().unitOfWork.run((tx) => tx.testClock.save(clock));
    const lease = { owner: 'a process', until: noonPlus(10) };

    afterEach(() => save(TestClock.initial));

    it('begin without an offset', async () => {
      expect(await storage().testClockQueries.get()).to.deep.equal(TestClock.initial);
    });

    it('round-trip a clock that advances, and report its change', async () => {
      const reported: unknown[] = [];
      storage().referenceDataChanges.subscribe((change) => reported.push(change));
      const clock = { offsetMs: 10 * 366 * 86_400_000, target: NOON, lease };
      await save(clock);
      expect(await storage().testClockQueries.get()).to.deep.equal(clock);
      expect(await storage().unitOfWork.run((tx) => tx.testClock.get())).to.deep.equal(clock);
      expect(reported).to.deep.include({ kind: 'changed', id: TEST_CLOCK_ID });
    });

    it('roll back what a failed transaction wrote', async () => {
      const failing = storage().unitOfWork.run(async (tx) => {
        await tx.testClock.save({ offsetMs: 1, target: null, lease: null });
        throw new Error('changed my mind');
      });
      await failing.catch(() => {});
      expect(await storage().testClockQueries.get()).to.deep.equal(TestClock.initial);
    });
  });
};
