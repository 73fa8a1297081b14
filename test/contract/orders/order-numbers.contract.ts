import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Transaction } from '#core/storage.ts';
import { aGuestOrder } from '../../support/builders/order-builders.ts';
import { aGate } from '../../support/gate.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `OrderRepository.nextNumber`. */
export const orderNumbersContract = (name: string, open: OpenStorage): void => {
  describe(`OrderRepository: numbers on ${name}`, () => {
    const storage = useStorage(open);
    const next = (tx: Transaction): Promise<number> => tx.orders.nextNumber();
    const addNext = async (tx: Transaction): Promise<number> => {
      const number = await tx.orders.nextNumber();
      await tx.orders.add(aGuestOrder({ number }), []);
      return number;
    };

    it('start at 1001 after any dry runs and increase by one', async () => {
      const { unitOfWork } = storage();
      for (let time = 0; time < 3; time += 1) expect(await unitOfWork.dryRun(addNext)).to.equal(1001);
      expect(await unitOfWork.run(addNext)).to.equal(1001);
      expect(await unitOfWork.dryRun(addNext)).to.equal(1002);
      expect(await unitOfWork.run(addNext)).to.equal(1002);
    });

    it('increase within a transaction, also in a dry run', async () => {
      const several = async (tx: Transaction): Promise<number[]> => [await next(tx), await next(tx), await next(tx)];
      const dryRunResult = await storage().unitOfWork.dryRun(several);
      expect(await storage().unitOfWork.run(several)).to.deep.equal(dryRunResult);
      expect(dryRunResult.map((number) => number - (dryRunResult[0] ?? 0))).to.deep.equal([0, 1, 2]);
    });

    it('are unique and increasing under concurrency', async () => {
      const last = await storage().unitOfWork.run(next);
      const numbers = await Promise.all(Array.from({ length: 40 }, () => storage().unitOfWork.run(addNext)));
      expect(new Set(numbers).size).to.equal(40);
      expect(Math.min(...numbers)).to.be.greaterThan(last);
      expect(await storage().unitOfWork.run(next)).to.be.greaterThan(Math.max(...numbers));
    });

    it('allow a dry run and a transaction with the same number to succeed', async () => {
      const { unitOfWork } = storage();
      const [hasNumber, mayAdd] = [aGate(), aGate()];
      const dryRun = unitOfWork.dryRun(async (tx) => {
        const number = await tx.orders.nextNumber();
        hasNumber.open();
        await mayAdd.opened;
        await tx.orders.add(aGuestOrder({ number }), []);
        // when this resolves, the order is written
        await next(tx);
        return number;
      });
      await Promise.race([hasNumber.opened, dryRun]);
      const work = unitOfWork.run(addNext);
      // serialized transactions wait for the dry run
      await Promise.race([work, sleep(100)]);
      mayAdd.open();
      expect(await dryRun).to.equal(await work);
    });

    it('allow many dry runs beside many orders', async () => {
      const attempts = Array.from({ length: 60 }, (_, index) =>
        index % 2 === 0 ? storage().unitOfWork.run(addNext) : storage().unitOfWork.dryRun(addNext),
      );
      const outcomes = await Promise.allSettled(attempts);
      expect(outcomes.filter(({ status }) => status === 'rejected')).to.deep.equal([]);
    });
  });
};
