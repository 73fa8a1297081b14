import { expect } from 'chai';
import { countFacets } from '#adapters/memory/catalog/count-facets.ts';
import { MemoryRateLimiter } from '#adapters/memory/rate-limits/rate-limiter.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import { aProduct, clockAtNoon } from '../support/builders/builders.ts';
import { rejectionOf } from '../support/rejection.ts';
import { openMemoryStorage } from '../support/servers/memory-storage.ts';
import { recordedOutcomesContract } from './payments/recorded-outcomes.contract.ts';
import { rateLimiterContract } from './storage/rate-limiter.contract.ts';
import { storageContract } from './storage/storage.contract.ts';
import { useStorage } from './storage/storage-under-test.ts';

storageContract('memory', openMemoryStorage);

describe('concurrent transactions of one process on memory', () => {
  const storage = useStorage(openMemoryStorage);

  describe('that record a capture', () => recordedOutcomesContract(() => [storage(), storage()]));

  it('run again on a conflict and store nothing of the first run', async () => {
    const [first, second] = [aProduct(), aProduct()];
    let times = 0;
    await storage().unitOfWork.run(async (tx) => {
      times += 1;
      await tx.products.add(times === 1 ? first : second);
      if (times === 1) throw conflict('It was changed concurrently.');
    });
    expect(times).to.equal(2);
    const get = ({ id }: typeof first) => storage().unitOfWork.run((tx) => tx.products.get(id));
    expect(await get(second)).to.deep.equal(second);
    expect((await rejectionOf(get(first))).kind).to.equal('not_found');
  });

  for (const [what, error, expected] of [
    ['at most twice when the conflict persists', conflict('It was changed concurrently.'), 2],
    ['once when they fail for another reason', notFound('product', 'prod_1'), 1],
  ] as const) {
    it(`run ${what}`, async () => {
      let times = 0;
      const attempt = storage().unitOfWork.run(async () => {
        times += 1;
        throw error;
      });
      expect(await rejectionOf(attempt)).to.equal(error);
      expect(times).to.equal(expected);
    });
  }
});

rateLimiterContract('memory', async () => {
  const clock = clockAtNoon();
  const pass = async (seconds: number): Promise<void> => clock.advance(seconds);
  return { rateLimiter: new MemoryRateLimiter(clock), pass, close: async () => {} };
});

describe('MemoryRateLimiter', () => {
  const limit = { calls: 10, seconds: 60 };

  it('refills one call at a time, to the millisecond, up to the limit', () => {
    const clock = clockAtNoon();
    const limiter = new MemoryRateLimiter(clock);
    for (let time = 0; time < 10; time += 1) limiter.take('somebody', limit);
    clock.advance(5.999);
    expect(limiter.take('somebody', limit)).to.include({ allowed: false, retrySeconds: 1, resetSeconds: 55 });
    clock.advance(0.001);
    expect(limiter.take('somebody', limit)).to.include({ allowed: true, remaining: 0, resetSeconds: 60 });
    clock.advance(12);
    expect(limiter.take('somebody', limit)).to.include({ allowed: true, remaining: 1 });
    clock.advance(3600);
    expect(limiter.take('somebody', limit)).to.include({ allowed: true, remaining: 9, resetSeconds: 6 });
  });

  it('evicts the oldest keys when it is full', () => {
    const limiter = new MemoryRateLimiter(clockAtNoon());
    for (let time = 0; time < 10; time += 1) limiter.take('the first', limit);
    for (let other = 1; other < 100_000; other += 1) limiter.take(`other ${other}`, limit);
    expect(limiter.take('the first', limit).allowed).to.equal(false);
    limiter.take('one too many', limit);
    expect(limiter.take('the first', limit)).to.include({ allowed: true, remaining: 9 });
  });
});

describe('countFacets', () => {
  it('counts 10,000 products exactly, and stops then', () => {
    const products = Array.from({ length: 10_002 }, () => aProduct({ price: 2 }));
    const countOf = (matching: typeof products) =>
      countFacets({ facets: ['price'], filter: {} }, { matching, variants: new Map() });
    expect(countOf(products.slice(2))).to.deep.equal({ price: [{ from: 2, to: 2, count: 10_000 }], exact: true });
    expect(countOf(products)).to.deep.equal({ price: [{ from: 2, to: 2, count: 10_001 }], exact: false });
  });
});
