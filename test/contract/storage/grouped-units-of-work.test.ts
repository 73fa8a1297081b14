import { expect } from 'chai';
import { makeGroupedUnitOfWork } from '#adapters/system/grouped-unit-of-work.ts';
import type { Work } from '#core/storage.ts';
import { aProduct } from '../../support/builders/builders.ts';
import { aGate } from '../../support/gate.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';
import { openPostgresStorage } from '../../support/servers/postgres-storage.ts';
import { type OpenStorage, useStorage } from './storage-under-test.ts';
import { unitOfWorkContract } from './unit-of-work.contract.ts';

/** A storage whose works are grouped. */
const grouping =
  (open: OpenStorage): OpenStorage =>
  async () => {
    const storage = await open();
    return { ...storage, unitOfWork: makeGroupedUnitOfWork(storage.unitOfWork) };
  };

for (const [name, open] of [
  ['memory', openMemoryStorage],
  ['PostgreSQL', openPostgresStorage],
] as const) {
  unitOfWorkContract(`grouped ${name}`, grouping(open));

  describe(`grouped works on ${name}`, () => {
    const storage = useStorage(open);

    /** A grouped unit of work that counts its transactions, of which two are held until `open`. */
    const busy = () => {
      const { unitOfWork } = storage();
      let transactions = 0;
      const grouped = makeGroupedUnitOfWork({
        ...unitOfWork,
        run: <T>(work: Work<T>): Promise<T> => {
          transactions += 1;
          return unitOfWork.run(work);
        },
      });
      const { opened, open: release } = aGate();
      const held = [1, 2].map(() => grouped.run(() => opened));
      const end = async (): Promise<number> => {
        release();
        await Promise.all(held);
        return transactions;
      };
      return { grouped, end };
    };

    it('share one transaction if they wait at the same time, and return their own results', async () => {
      const { grouped, end } = busy();
      const products = Array.from({ length: 5 }, () => aProduct());
      const added = products.map((product) =>
        grouped.run(async (tx) => {
          await tx.products.add(product);
          return product.id;
        }),
      );
      await end();
      expect(await Promise.all(added)).to.deep.equal(products.map(({ id }) => id));
      expect(await end()).to.equal(3);
    });

    it('run alone if one of them fails, which alone is rejected and rolled back', async () => {
      const { grouped, end } = busy();
      const [first, second, third] = [aProduct(), aProduct(), aProduct()];
      const failure = new Error('The second has failed.');
      const outcomes = Promise.allSettled(
        [first, second, third].map((product) =>
          grouped.run(async (tx) => {
            await tx.products.add(product);
            if (product === second) throw failure;
          }),
        ),
      );
      await end();
      const reasons = (await outcomes).map((outcome) => (outcome.status === 'rejected' ? outcome.reason : null));
      expect(reasons).to.deep.equal([null, failure, null]);
      expect(await end()).to.equal(2 + 1 + 3);
      const { unitOfWork } = storage();
      const find = ({ id }: typeof first) => unitOfWork.run((tx) => tx.products.get(id));
      expect([await find(first), await find(third)]).to.deep.equal([first, third]);
      expect((await rejectionOf(find(second))).kind).to.equal('not_found');
    });
  });
}
