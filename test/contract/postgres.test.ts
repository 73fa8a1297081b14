import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Client } from 'pg';
import { PostgresRateLimiter } from '#adapters/postgres/rate-limits/rate-limiter.ts';
import { ApiKey } from '#core/access/api-key.ts';
import type { CredentialChange } from '#core/access/ports.ts';
import { aKey, aUser, NOON } from '../support/builders/builders.ts';
import { createDatabase } from '../support/servers/postgres.ts';
import {
  connectPostgresStorage,
  openPostgresStorage,
  openPostgresStorageTwice,
  type PostgresStorage,
} from '../support/servers/postgres-storage.ts';
import { sharedLeaseContract } from './storage/lease.contract.ts';
import {
  type RateLimiterUnderTest,
  rateLimiterContract,
  sharedRateLimiterContract,
} from './storage/rate-limiter.contract.ts';
import { sharedStorageContract } from './storage/shared-storage.contract.ts';
import { storageContract } from './storage/storage.contract.ts';

const limiterOn = ({ database, close }: PostgresStorage): RateLimiterUnderTest => ({
  rateLimiter: new PostgresRateLimiter(database),
  pass: (seconds) => sleep(seconds * 1000),
  close,
});

storageContract('PostgreSQL', openPostgresStorage);
sharedStorageContract('PostgreSQL', openPostgresStorageTwice);
sharedLeaseContract('PostgreSQL', openPostgresStorageTwice);
rateLimiterContract('PostgreSQL', async () => limiterOn(await openPostgresStorage()));
sharedRateLimiterContract('PostgreSQL', async () => {
  const [one, other] = await openPostgresStorageTwice();
  return [limiterOn(one), limiterOn(other)];
});

describe('PostgresRateLimiter', () => {
  it('removes only keys with a full budget', async () => {
    const { database, close } = await openPostgresStorage();
    const limiter = new PostgresRateLimiter(database);
    await limiter.take('busy', { calls: 2, seconds: 36_000 });
    await limiter.take('idle', { calls: 1000, seconds: 1 });
    await sleep(5);
    expect([await limiter.removeFull(), await limiter.removeFull()]).to.deep.equal([1, 0]);
    const left = await database.query({ text: 'select who from rate_limits' });
    await close();
    expect(left).to.deep.equal([{ who: 'busy' }]);
  });
});

describe('a connection to PostgreSQL', () => {
  it('plans for growing tables, compiles no plan, and limits waiting times', async () => {
    const { database, close } = await openPostgresStorage();
    const settings = ['enable_seqscan', 'jit', 'statement_timeout', 'lock_timeout'];
    const shown = settings.map((name) => `current_setting('${name}')`).join(', ');
    const [row] = await database.query<{ values: string[] }>({ text: `select array[${shown}] as values` });
    await close();
    expect(row?.values).to.deep.equal(['off', 'off', '10s', '3s']);
  });
});

describe('PostgreSQL with broken connections', () => {
  let url: string;
  let storage: PostgresStorage;
  const changes: CredentialChange['kind'][] = [];

  before(async () => {
    url = await createDatabase();
    storage = await connectPostgresStorage(url);
    storage.credentialChanges.subscribe(({ kind }) => changes.push(kind));
  });
  after(() => storage.close());

  /** Ends all connections to the database whose last statement matches, and waits for their end. */
  const terminate = async (statement: string): Promise<number> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const others = 'datname = current_database() and pid <> pg_backend_pid()';
    const ended = await client.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where ${others} and query ~ $1`,
      [statement],
    );
    await client.end();
    return ended.rowCount ?? 0;
  };

  const untilNotified = async (kind: CredentialChange['kind']): Promise<void> => {
    while (!changes.includes(kind)) await sleep(20);
  };

  it('reports a disconnect when the listening connection ends, and a connect afterwards', async () => {
    expect(await terminate('^(listen|select 1$)')).to.equal(1);
    await untilNotified('connected');
    expect(changes.slice(0, 2)).to.deep.equal(['disconnected', 'connected']);
    const user = aUser();
    const { key } = aKey(user);
    await storage.unitOfWork.run(async (tx) => {
      await tx.users.add(user);
      await tx.apiKeys.add(key);
    });
    const other = await connectPostgresStorage(url);
    await other.unitOfWork.run((tx) => tx.apiKeys.save(ApiKey.revoke(key, NOON)));
    await other.close();
    await untilNotified('changed');
  });

  it('recovers with new connections and fails transactions whose connection ended', async () => {
    const attempt = storage.unitOfWork.run(async (tx) => {
      await tx.users.hasOwner();
      await terminate('.');
      await tx.users.hasOwner();
    });
    const failure = await attempt.catch((error: unknown) => error);
    expect(failure).to.include({ kind: 'unavailable', code: 'unavailable' });
    expect(await storage.unitOfWork.run((tx) => tx.users.hasOwner())).to.equal(false);
  });

  it('fails reads whose connection ended, fails others individually, and recovers', async () => {
    const { database } = storage;
    const outcomeOf = (text: string): Promise<unknown> =>
      database.query({ text }).then(
        (rows) => rows[0],
        (error) => error.code,
      );
    const [faulty, ...right] = await Promise.all(
      ['select 1 / 0', ...Array.from({ length: 20 }, (_, index) => `select ${index} as value`)].map(outcomeOf),
    );
    expect(faulty).to.equal('22012');
    expect(right).to.deep.equal(Array.from({ length: 20 }, (_, index) => ({ value: index })));
    const slow = Promise.all(Array.from({ length: 6 }, () => outcomeOf('select pg_sleep(20)')));
    while ((await terminate('^select pg_sleep')) === 0) await sleep(10);
    while ((await terminate('^select pg_sleep')) > 0) await sleep(10);
    expect(new Set(await slow)).to.deep.equal(new Set(['unavailable']));
    expect(await outcomeOf('select 2 as value')).to.deep.equal({ value: 2 });
  });

  it('closes its connections although MikroORM opened none', async () => {
    const { database, close } = await connectPostgresStorage(url);
    expect(await database.query({ text: 'select 4 as value' })).to.deep.equal([{ value: 4 }]);
    await close();
    expect(database.pool.ended).to.equal(true);
  });

  it('lets a read overtake slow ones', async () => {
    const slow = Array.from({ length: 4 }, () => storage.database.query({ text: 'select pg_sleep(3) as slow' }));
    const first = Promise.race([...slow, sleep(100).then(() => storage.database.query({ text: 'select 3 as quick' }))]);
    expect(await first).to.deep.equal([{ quick: 3 }]);
    await Promise.all(slow);
  });
});
