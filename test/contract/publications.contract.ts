import { expect } from 'chai';
import type { Turn } from '#core/events/publications.ts';
import { noonPlus } from '../support/builders.ts';
import { type OpenStorage, useStorage } from './storage-under-test.ts';

export const publicationsContract = (name: string, open: OpenStorage): void => {
  describe(`Publications on ${name}`, () => {
    const storage = useStorage(open);
    const turn = (owner: string, seconds: number): Turn => ({
      owner,
      at: noonPlus(seconds),
      until: noonPlus(seconds + 10),
    });
    const publications = () => storage().publications;

    it('begin at 0, and go on where they came to', async () => {
      expect(await publications().claim('one', turn('a', 0))).to.equal(0);
      expect(await publications().advance('one', 7, turn('a', 1))).to.equal(true);
      await publications().release('one', 'a');
      expect(await publications().claim('one', turn('b', 2))).to.equal(7);
      expect((await publications().positions()).get('one')).to.equal(7);
    });

    it('are one owner’s until the turn ends or is given back', async () => {
      await publications().claim('two', turn('a', 0));
      expect(await publications().claim('two', turn('b', 9.999))).to.equal(undefined);
      expect(await publications().claim('two', turn('b', 10))).to.equal(0);
      await publications().release('two', 'a');
      expect(await publications().claim('two', turn('a', 11))).to.equal(undefined);
      await publications().release('two', 'b');
      expect(await publications().claim('two', turn('a', 11))).to.equal(0);
    });

    it('are kept by the owner who goes on', async () => {
      await publications().claim('three', turn('a', 0));
      await publications().advance('three', 1, turn('a', 5));
      expect(await publications().claim('three', turn('b', 12))).to.equal(undefined);
      expect(await publications().claim('three', turn('a', 12))).to.equal(1);
      expect(await publications().claim('three', turn('b', 21.999))).to.equal(undefined);
    });

    it('note nothing for an owner who has lost the turn', async () => {
      await publications().claim('four', turn('a', 0));
      await publications().claim('four', turn('b', 20));
      expect(await publications().advance('four', 5, turn('a', 21))).to.equal(false);
      expect((await publications().positions()).get('four')).to.equal(0);
    });

    it('never go back', async () => {
      await publications().claim('five', turn('a', 0));
      await publications().advance('five', 5, turn('a', 0));
      await publications().advance('five', 3, turn('a', 0));
      expect((await publications().positions()).get('five')).to.equal(5);
    });

    it('are given to one of many who claim at once', async () => {
      const claims = Array.from({ length: 10 }, (_, place) => publications().claim('six', turn(`p${place}`, 0)));
      expect((await Promise.all(claims)).filter((position) => position !== undefined)).to.deep.equal([0]);
    });
  });
};
