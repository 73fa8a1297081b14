import { expect } from 'chai';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { IdempotencyConflict } from '#core/shared/idempotency.ts';
import { NOON, noonPlus } from '../support/builders.ts';
import { runSql } from '../support/database.ts';
import { openDatabaseAt } from '../support/former-schema.ts';
import { urlOf } from '../support/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../support/postgres-storage.ts';

const KEY = { account: 'usr_1', operation: 'POST /api/products', key: 'a-key' };

const ADD_RECORDS = `
  insert into answers (account, operation, key, fingerprint, status, headers, body, people, created_at) values
    ('usr_1', 'POST /api/products', 'a-key', 'f', 201, '{"location":"/x"}', '{"id":1}', '{usr_2}', '2026-11-20T12:00:00Z'),
    ('usr_2', 'POST /api/products', 'other', 'f', 201, '{}', '{}', '{}', '2026-11-20T12:00:00Z')`;

const ADD_MAIL_REQUEST = `
  insert into mail_requests (purpose, email_key, tries, due_at)
  values ('password_reset', 'a@example.com', 2, '2026-11-20T12:00:00Z')`;

describe('an upgrade of a database from before the idempotency records', () => {
  const name = `test_${process.pid}_upgrade`;
  let storage: PostgresStorage;

  before(async () => {
    const database = await openDatabaseAt(name, '20261126-delivery-removal');
    await runSql(urlOf(name), ADD_RECORDS, ADD_MAIL_REQUEST);
    await migrate(database);
    await database.close();
    storage = await connectPostgresStorage(urlOf(name));
  });
  after(() => storage.close());

  it('replays the records that were stored', async () => {
    expect(await storage.idempotencyQueries.find(KEY, new Date(0))).to.deep.equal({
      fingerprint: 'f',
      status: 201,
      headers: { location: '/x' },
      body: '{"id":1}',
    });
  });

  it('rejects a claim of a completed key', async () => {
    const claim = storage.unitOfWork.run((tx) => tx.idempotency.claim(KEY, new Date(0)));
    const failure = await claim.catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(IdempotencyConflict).and.include({ reason: 'completed' });
  });

  it('claims a key again whose record has expired', async () => {
    const record = { fingerprint: 'g', status: 200, headers: {}, body: 'new' };
    const key = { ...KEY, account: 'usr_2', key: 'other' };
    await storage.unitOfWork.run(async (tx) => {
      await tx.idempotency.claim(key, NOON);
      await tx.idempotency.complete(key, { ...record, mentionedIds: [], at: noonPlus(1) });
    });
    expect(await storage.idempotencyQueries.find(key, NOON)).to.deep.equal(record);
  });

  it('erases the body of a record by the ids that it may contain', async () => {
    await storage.unitOfWork.run((tx) => tx.idempotency.erase('usr_2', []));
    expect(await storage.idempotencyQueries.find(KEY, new Date(0))).to.include({ body: null });
  });

  it('counts the age of mail requests from the upgrade', async () => {
    const { pending, oldest } = await storage.mailQueue.backlog();
    expect([pending, Math.abs(Number(oldest) - Date.now()) < 60_000]).to.deep.equal([1, true]);
  });

  it('keeps the attempts of mail requests', async () => {
    const until = noonPlus(60);
    const claimed = await storage.mailQueue.claim({ at: new Date('2100-01-01'), until, limit: 10 });
    expect(claimed).to.have.length(1);
    expect(claimed[0]).to.include({ emailKey: 'a@example.com', attempts: 3 });
  });
});
