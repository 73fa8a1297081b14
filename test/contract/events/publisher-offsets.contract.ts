import { expect } from 'chai';
import type { LeaseRequest } from '#core/shared/lease.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const publisherOffsetsContract = (name: string, open: OpenStorage): void => {
  describe(`PublisherOffsets on ${name}`, () => {
    const storage = useStorage(open);
    const lease = (owner: string, seconds: number): LeaseRequest => ({
      owner,
      at: noonPlus(seconds),
      until: noonPlus(seconds + 10),
    });
    const publisherOffsets = () => storage().publisherOffsets;

    it('start at 0 and continue where they stopped', async () => {
      expect(await publisherOffsets().claim('one', lease('a', 0))).to.equal(0);
      expect(await publisherOffsets().advance('one', 7, lease('a', 1))).to.equal(true);
      await publisherOffsets().release('one', 'a');
      expect(await publisherOffsets().claim('one', lease('b', 2))).to.equal(7);
      expect((await publisherOffsets().positions()).get('one')).to.equal(7);
    });

    it('belong to one owner until the lease expires or is released', async () => {
      await publisherOffsets().claim('two', lease('a', 0));
      expect(await publisherOffsets().claim('two', lease('b', 9.999))).to.equal(undefined);
      expect(await publisherOffsets().claim('two', lease('b', 10))).to.equal(0);
      await publisherOffsets().release('two', 'a');
      expect(await publisherOffsets().claim('two', lease('a', 11))).to.equal(undefined);
      await publisherOffsets().release('two', 'b');
      expect(await publisherOffsets().claim('two', lease('a', 11))).to.equal(0);
    });

    it('keep the lease of an owner that advances', async () => {
      await publisherOffsets().claim('three', lease('a', 0));
      await publisherOffsets().advance('three', 1, lease('a', 5));
      expect(await publisherOffsets().claim('three', lease('b', 12))).to.equal(undefined);
      expect(await publisherOffsets().claim('three', lease('a', 12))).to.equal(1);
      expect(await publisherOffsets().claim('three', lease('b', 21.999))).to.equal(undefined);
    });

    it('reject an advance after the lease was lost', async () => {
      await publisherOffsets().claim('four', lease('a', 0));
      await publisherOffsets().claim('four', lease('b', 20));
      expect(await publisherOffsets().advance('four', 5, lease('a', 21))).to.equal(false);
      expect((await publisherOffsets().positions()).get('four')).to.equal(0);
    });

    it('never move backwards', async () => {
      await publisherOffsets().claim('five', lease('a', 0));
      await publisherOffsets().advance('five', 5, lease('a', 0));
      await publisherOffsets().advance('five', 3, lease('a', 0));
      expect((await publisherOffsets().positions()).get('five')).to.equal(5);
    });

    it('are claimed by one of several concurrent owners', async () => {
      const claims = Array.from({ length: 10 }, (_, index) => publisherOffsets().claim('six', lease(`p${index}`, 0)));
      expect((await Promise.all(claims)).filter((position) => position !== undefined)).to.deep.equal([0]);
    });
  });
};
