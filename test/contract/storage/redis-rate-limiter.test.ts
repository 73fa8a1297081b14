import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { expect } from 'chai';
import { MemoryRateLimiter } from '#adapters/memory/rate-limits/rate-limiter.ts';
import { RedisRateLimiter } from '#adapters/redis/redis-rate-limiter.ts';
import { systemClock } from '#adapters/system/system-clock.ts';
import type { RateLimiter } from '#core/shared/rate-limiter.ts';
import { eventually } from '../../support/eventually.ts';
import { installed } from '../../support/installed.ts';
import { aLog } from '../../support/log.ts';
import { type RedisServer, startRedisServer } from '../../support/servers/redis-server.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';
import { startRelay } from '../../support/silent-relay.ts';
import { rateLimiterContract, sharedRateLimiterContract } from './rate-limiter.contract.ts';

const program = installed('redis-server');
const SLOW = { calls: 10, seconds: 36_000 };

/** A limiter, its count without Redis, and its log. */
const limiterOn = (url: string, { responseTimeoutMs = 5_000 } = {}) => {
  const { log, lines } = aLog();
  const memory = new MemoryRateLimiter(systemClock);
  let alone = 0;
  const take: RateLimiter['take'] = (who, limit) => {
    alone += 1;
    return memory.take(who, limit);
  };
  const limiter = new RedisRateLimiter({
    url,
    fallback: { take, peek: (who, limit) => memory.peek(who, limit) },
    log,
    responseTimeoutMs,
  });
  limiter.start();
  const untilConnected = (): Promise<void> =>
    eventually('Redis counts', async () => {
      const before = alone;
      await limiter.take(`probe ${Math.random()}`, SLOW);
      return alone === before;
    });
  return { limiter, lines, untilConnected };
};

const connected = async (url: string): Promise<RedisRateLimiter> => {
  const { limiter, untilConnected } = limiterOn(url);
  await untilConnected();
  return limiter;
};

const underTest = async (server: RedisServer) => {
  const rateLimiter = await connected(server.url);
  return {
    rateLimiter,
    pass: async (seconds: number) => void (await sleep(seconds * 1000)),
    close: async () => {
      await rateLimiter.stop();
      await server.stop();
    },
  };
};

const contract = (redis: string): void => {
  rateLimiterContract('Redis', async () => underTest(await startRedisServer(redis)));

  describe('RateLimiter on Redis, shared', () => {
    sharedRateLimiterContract('Redis', async () => {
      const server = await startRedisServer(redis);
      return [await underTest(server), await underTest(server)];
    });
  });
};

const counting = (redis: string) =>
  describe('RedisRateLimiter', () => {
    let server: RedisServer;
    let limiter: RedisRateLimiter;
    const client = (url: string) => createClient({ url }).on('error', () => {});

    before(async () => {
      server = await startRedisServer(redis);
      limiter = await connected(server.url);
    });
    after(async () => {
      await limiter.stop();
      await server.stop();
    });

    it('keeps a count only while it matters, under its own key prefix', async () => {
      const other = client(server.url);
      await other.connect();
      await limiter.take('somebody', { calls: 4, seconds: 12 });
      expect(await other.pTTL('rate:somebody')).to.be.within(1, 3_000);
      await limiter.take('somebody', { calls: 4, seconds: 12 });
      expect(await other.pTTL('rate:somebody')).to.be.within(3_001, 6_000);
      await sleep(6_100);
      expect(await other.exists('rate:somebody')).to.equal(0);
      other.destroy();
    });

    it('counts exactly for very high limits', async () => {
      const limit = { calls: 999_999, seconds: 999_999 };
      for (let left = 999_998; left >= 999_990; left -= 1) {
        expect((await limiter.take('high', limit)).remaining).to.equal(left);
      }
    });

    it('recovers when Redis has lost its scripts', async () => {
      const other = client(server.url);
      await other.connect();
      await other.scriptFlush();
      other.destroy();
      expect(await limiter.take('after the loss', SLOW)).to.include({ allowed: true, remaining: 9 });
    });
  });

const outages = (redis: string) =>
  describe('RedisRateLimiter during an outage', () => {
    let server: RedisServer;
    let running: RedisRateLimiter[];

    beforeEach(async () => {
      running = [];
      server = await startRedisServer(redis, 'a pass/word');
    });
    afterEach(async () => {
      await Promise.all(running.map((limiter) => limiter.stop()));
      await server.stop();
    });

    const begin = (url: string, options = {}) => {
      const made = limiterOn(url, options);
      running.push(made.limiter);
      return made;
    };
    const withPassword = (password: string, port = server.port): string =>
      `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
    const isBack = (lines: { message: string }[]) => async () =>
      lines.some(({ message }) => message === 'redis is available again');
    const levels = (lines: { level: string }[]): string[] => lines.map(({ level }) => level);

    it('counts in this process, logs it once, and logs the recovery', async () => {
      const { limiter, lines, untilConnected } = begin(withPassword('a pass/word'));
      await untilConnected();
      for (let outage = 1; outage <= 2; outage += 1) {
        await server.stop();
        const limit = { calls: 3, seconds: 36_000 };
        const decisions = [];
        for (let time = 0; time < 5; time += 1) decisions.push(await limiter.take(`outage ${outage}`, limit));
        expect(decisions.map(({ allowed }) => allowed)).to.deep.equal([true, true, true, false, false]);
        await eventually('the outage is noticed', async () => lines.length === 2 * outage - 1);
        await server.start();
        await eventually('Redis is back', async () => lines.length === 2 * outage);
      }
      expect(levels(lines)).to.deep.equal(['warn', 'info', 'warn', 'info']);
      await sleep(1_000);
      expect(await limiter.take('outage 1', SLOW)).to.include({ allowed: true, remaining: 9 });
    });

    it('starts without Redis and uses it once it is up', async () => {
      await server.stop();
      const { limiter, lines } = begin(withPassword('a pass/word'));
      expect(await limiter.take('early', SLOW)).to.include({ allowed: true, remaining: 9 });
      await eventually('the outage is noticed', async () => lines.length === 1);
      await server.start();
      await eventually('Redis is back', isBack(lines));
    });

    it('waits briefly once for a silent Redis, and then not for a while', async () => {
      const relay = await startRelay(server.port);
      const { limiter, lines, untilConnected } = begin(withPassword('a pass/word', relay.port), {
        responseTimeoutMs: 1_000,
      });
      await untilConnected();
      relay.silence();
      const start = performance.now();
      await Promise.all(Array.from({ length: 50 }, () => limiter.take('silent', SLOW)));
      for (let time = 0; time < 50; time += 1) await limiter.take('silent', SLOW);
      expect(performance.now() - start).to.be.below(10_000);
      expect(levels(lines)).to.deep.equal(['warn']);
      relay.resume();
      const counts = async () => {
        await limiter.take('back', SLOW);
        return levels(lines).includes('info');
      };
      await eventually('Redis counts again', counts);
      await relay.close();
    });

    it('counts in this process with a wrong password, without logging it', async () => {
      const { limiter, lines } = begin(withPassword('guessed'));
      await eventually('the rejection is noticed', async () => lines.length === 1);
      expect(await limiter.take('somebody', SLOW)).to.include({ allowed: true, remaining: 9 });
      await sleep(300);
      expect(lines).to.have.length(1);
      expect(JSON.stringify(lines)).to.include('WRONGPASS').and.not.include('guessed');
    });

    it('can be stopped at any time', async () => {
      const { limiter } = begin(server.url);
      await limiter.stop();
      await server.stop();
      const { limiter: waiting } = begin(server.url);
      await sleep(100);
      const start = performance.now();
      await waiting.stop();
      expect(performance.now() - start).to.be.below(2_000);
      expect(await waiting.take('late', SLOW)).to.include({ allowed: true });
    });
  });

const composed = (redis: string) =>
  describe('services with Redis configured', () => {
    it('share their counts, and count separately during an outage', async () => {
      const server = await startRedisServer(redis);
      const settings = { RATE_LIMIT: '1000/360000', RATE_LIMIT_STORE: 'redis', REDIS_URL: server.url };
      const [one, other] = await Promise.all([startApp(settings), startApp(settings)]);
      const left = async (app: TestApp): Promise<number> => {
        const { headers } = await app.call('/api/products', { key: null });
        return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
      };
      /** What is left after a call to the one, to the other, and to the one again. */
      const inTurn = async () => [await left(one), await left(other), await left(one)] as const;
      await eventually('they count together', async () => {
        const [first, second, third] = await inTurn();
        return first - second === 1 && second - third === 1;
      });
      await server.stop();
      const [first, , third] = await inTurn();
      expect(first - third).to.equal(1);
      await Promise.all([one.stop(), other.stop()]);
    });
  });

if (program !== undefined) {
  composed(program);
  contract(program);
  counting(program);
  outages(program);
}
