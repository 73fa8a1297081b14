import { expect } from 'chai';
import { makeCachedValue, makeCacheLifetime } from '#core/shared/cached-value.ts';
import type { Change } from '#core/shared/signals.ts';
import { clockAtNoon, type ManualClock } from '../../support/builders/builders.ts';

describe('a cached value', () => {
  let clock: ManualClock;
  let announce: (change: Change) => void;
  let reads: PromiseWithResolvers<number>[];
  let get: () => Promise<number>;

  beforeEach(() => {
    clock = clockAtNoon();
    reads = [];
    const changes = {
      subscribe: (listener: (change: Change) => void) => {
        announce = listener;
      },
    };
    get = makeCachedValue(makeCacheLifetime({ changes, systemClock: clock }), () => {
      const read = Promise.withResolvers<number>();
      reads.push(read);
      return read.promise;
    });
  });

  /** Completes the newest read. */
  const complete = (value: number): void => reads.at(-1)?.resolve(value);

  it('is read once for concurrent and later calls', async () => {
    const calls = [get(), get()];
    complete(1);
    expect(await Promise.all([...calls, get()])).to.deep.equal([1, 1, 1]);
    expect(reads).to.have.length(1);
  });

  it('is read again after a change, also one during the read', async () => {
    const before = get();
    announce({ kind: 'changed', id: 'txr_1' });
    const after = get();
    expect(reads).to.have.length(2);
    reads[0]?.resolve(1);
    reads[1]?.resolve(2);
    expect(await Promise.all([before, after, get()])).to.deep.equal([1, 2, 2]);
  });

  it('is read again after a minute, and after a second while changes are not reported', async () => {
    void get();
    complete(1);
    clock.advance(59);
    expect(await get()).to.equal(1);
    clock.advance(1);
    void get();
    expect(reads).to.have.length(2);
    for (const [kind, seconds] of [
      ['disconnected', 1],
      ['connected', 60],
    ] as const) {
      announce({ kind } as Change);
      const count = reads.length;
      void get();
      clock.advance(seconds - 0.001);
      void get();
      expect(reads).to.have.length(count + 1);
      clock.advance(0.001);
      void get();
      expect(reads).to.have.length(count + 2);
    }
  });

  it('is read again after a failure', async () => {
    const failed = get();
    reads[0]?.reject(new Error('unavailable'));
    expect(await failed.catch((error: Error) => error.message)).to.equal('unavailable');
    const again = get();
    complete(2);
    expect(await again).to.equal(2);
  });
});
