import { expect } from 'chai';
import { MemoryRateLimiter } from '#adapters/memory/rate-limiter.ts';
import { clockAtNoon } from '../support/builders.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { rateLimiterContract } from './rate-limiter.contract.ts';
import { storageContract } from './storage.contract.ts';

storageContract('memory', openMemoryStorage);

rateLimiterContract('memory', async () => {
  const clock = clockAtNoon();
  const pass = async (seconds: number): Promise<void> => clock.advance(seconds);
  return { rateLimiter: new MemoryRateLimiter(clock), pass, close: async () => {} };
});

describe('MemoryRateLimiter', () => {
  const limit = { calls: 10, seconds: 60 };

  it('gives a call back every so often, to the millisecond, and never more than the limit', () => {
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

  it('forgets whoever it knows longest rather than grow without end', () => {
    const limiter = new MemoryRateLimiter(clockAtNoon());
    for (let time = 0; time < 10; time += 1) limiter.take('the first', limit);
    for (let other = 1; other < 100_000; other += 1) limiter.take(`other ${other}`, limit);
    expect(limiter.take('the first', limit).allowed).to.equal(false);
    limiter.take('one too many', limit);
    expect(limiter.take('the first', limit)).to.include({ allowed: true, remaining: 9 });
  });
});
