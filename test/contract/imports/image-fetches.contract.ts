import { expect } from 'chai';
import { ImageFetch } from '#core/imports/image-fetch.ts';
import type { Work } from '#core/storage.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const imageFetchesContract = (name: string, open: OpenStorage): void => {
  describe(`ImageFetchRepository on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

    type Start = Parameters<typeof ImageFetch.start>[0];
    const aFetch = (start: Partial<Start> = {}, at = NOON): ImageFetch =>
      ImageFetch.start(
        {
          productId: ids.next('prod'),
          importId: ids.next('imp'),
          source: `http://shop.example/${'é'.repeat(10)}/${'a'.repeat(2_000)}.png`,
          line: 3,
          ...start,
        },
        at,
      );
    const add = async (...fetches: ImageFetch[]): Promise<void> => run((tx) => tx.imageFetches.addMany(fetches));
    const bySource = (fetches: readonly ImageFetch[]) => fetches.toSorted((a, b) => (a.source < b.source ? -1 : 1));

    it('round-trips images through their steps, and lists those of products', async () => {
      const [one, other] = [aFetch(), aFetch()];
      const second = aFetch({ productId: one.productId, source: 'https://shop.example/b.png' });
      await add(one, second, other);
      const listed = async () => bySource(await run((tx) => tx.imageFetches.listOf([one.productId])));
      expect(await listed()).to.deep.equal(bySource([one, second]));
      const claimed = ImageFetch.claim(one, NOON);
      const failed = ImageFetch.fail(ImageFetch.claim(second, NOON), 'not_image', NOON);
      const stored = ImageFetch.store(claimed, 'https://api.shop.example/images/a.png');
      for (const [step, rest] of [
        [claimed, second],
        [claimed, failed],
        [stored, failed],
      ] as const) {
        await run((tx) => tx.imageFetches.saveMany([step, rest]));
        expect(await listed()).to.deep.equal(bySource([step, rest]));
      }
      expect(await run((tx) => tx.imageFetches.listOf([]))).to.deep.equal([]);
      // for the other tests
      await run((tx) => tx.imageFetches.saveMany([ImageFetch.store(other, 'https://api.shop.example/images/b.png')]));
    });

    it('locks the images of one product that are due, those that wait longest first', async () => {
      const early = aFetch({}, noonPlus(1));
      const [late, later] = [aFetch({}, noonPlus(2)), aFetch({}, noonPlus(9))];
      const second = aFetch({ productId: early.productId, importId: early.importId, source: 'a' }, noonPlus(2));
      const notDue = aFetch({ productId: early.productId, importId: early.importId, source: 'b' }, noonPlus(9));
      await add(late, early, second, notDue, later);
      const lockDue = async (at: Date) => bySource(await run((tx) => tx.imageFetches.lockDue(at)));
      expect(await lockDue(NOON)).to.deep.equal([]);
      expect(await lockDue(noonPlus(5))).to.deep.equal(bySource([early, second]));
      const claimed = [early, second].map((each) => ImageFetch.claim(each, noonPlus(5)));
      await run((tx) => tx.imageFetches.saveMany(claimed));
      expect(await lockDue(noonPlus(5))).to.deep.equal([late]);
      await run((tx) => tx.imageFetches.saveMany([ImageFetch.fail({ ...late, attempts: 9 }, 'timeout', NOON)]));
      expect(await lockDue(noonPlus(5))).to.deep.equal([]);
    });

    it('locks images for one of two transactions', async () => {
      const sources = ['a', 'b', 'c', 'd'];
      const [first] = [aFetch()];
      await add(...sources.map((source) => ({ ...first, source: `https://shop.example/${source}.png` })));
      const claim = () =>
        run(async (tx) => {
          const due = await tx.imageFetches.lockDue(NOON);
          await tx.imageFetches.saveMany(due.map((each) => ImageFetch.claim(each, NOON)));
          return due.map(({ source }) => source);
        });
      const claims = await Promise.all([claim(), claim(), claim()]);
      expect(claims.flat().toSorted()).to.deep.equal(sources.map((source) => `https://shop.example/${source}.png`));
    });
  });
};
