import { expect } from 'chai';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const soldLabelsContract = (name: string, open: OpenStorage): void => {
  describe(`labels of figures on ${name}`, () => {
    const storage = useStorage(open);

    it('are those of the newest orders, in whatever order they are counted', async () => {
      const key = ids.next('prod');
      const count = (label: string, at: Date): Promise<void> =>
        storage().unitOfWork.run((tx) =>
          tx.analytics.count(1, {
            ...{ entries: new Map(), replaced: [], changes: [] },
            labels: [{ dimension: 'product', key, label, at }],
          }),
        );
      const label = async () => (await storage().analyticsQueries.labels('product', [key])).get(key);
      await count('Shirt', noonPlus(1));
      await count('Shirt', noonPlus(3));
      await count('Linen shirt', noonPlus(2));
      expect(await label()).to.equal('Shirt');
      await count('Linen shirt', noonPlus(4));
      expect(await label()).to.equal('Linen shirt');
    });
  });
};
