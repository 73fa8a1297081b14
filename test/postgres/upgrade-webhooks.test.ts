import { expect } from 'chai';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { Actor } from '#core/shared/actor.ts';
import { attemptView, type DeliveryView } from '#core/webhooks/delivery-view.ts';
import { ids, NOON, noonPlus } from '../support/builders.ts';
import { runSql } from '../support/database.ts';
import { administer, urlOf } from '../support/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../support/postgres-storage.ts';
import { anAttempt, anEvent, aResult } from '../support/webhook-builders.ts';

const [WEBHOOK, EVENT, RESOURCE, DELIVERY] = [ids.next('wh'), ids.next('evt'), ids.next('prod'), ids.next('dlv')];

const ATTEMPTS = [
  anAttempt({ status: 503, body: '\0 \ud800 "response_body":"{}" \\" null' }),
  anAttempt({ status: null, error: 'timeout', body: null, at: noonPlus(1), durationMs: 15_000 }),
];

const quoted = (attempt: object): string => `'${JSON.stringify(attempt)}'::json`;

/** Rows as the former version wrote them: a claimed endpoint with one delivery, and a publisher with its offset. */
const ROWS = [
  `insert into webhook_endpoints (id, version, url, events, ordering, enabled, enabled_at, secrets, created_at, updated_at)
    values ('${WEBHOOK}', 1, 'https://shop.example', '["*"]', 'resource', true, '2026-11-20', '[]', '2026-11-20', '2026-11-20')`,
  `insert into webhook_queues (endpoint_id, last_sequence, nudges, next_due, owner, owned_until)
    values ('${WEBHOOK}', 1, 3, '${NOON.toISOString()}', 'dead', '${noonPlus(10).toISOString()}')`,
  `insert into webhook_deliveries (id, endpoint_id, event_id, event_type, resource_id, sequence, status, ordered, tries,
      next_attempt_at, attempts, created_at, updated_at)
    values ('${DELIVERY}', '${WEBHOOK}', '${EVENT}', 'product.updated', '${RESOURCE}', 1, 'pending', true, 2,
      '${NOON.toISOString()}', array[${ATTEMPTS.map((attempt) => quoted(attemptView(attempt))).join(', ')}],
      '2026-11-20', '2026-11-20')`,
  `insert into publications (publisher, position, owner, owned_until)
    values ('nats', 7, 'dead', '${noonPlus(10).toISOString()}')`,
];

describe('an upgrade of a database with the former columns of leases', () => {
  const name = `test_${process.pid}_upgrade_webhooks`;
  let storage: PostgresStorage;

  before(async () => {
    await administer(`create database ${name}`);
    const database = await openDatabase({ url: urlOf(name) });
    await database.orm.migrator.up({ to: '20261127-idempotency-records' });
    await runSql(urlOf(name), ...ROWS);
    await migrate(database);
    await database.close();
    storage = await connectPostgresStorage(urlOf(name));
  });
  after(() => storage.close());

  const view = async (): Promise<DeliveryView> =>
    JSON.parse((await storage.webhookQueries.findDelivery(WEBHOOK, DELIVERY))?.view ?? 'null');

  it('keeps the leases and offsets of publishers', async () => {
    const claim = (at: Date) => storage.publisherOffsets.claim('nats', { owner: 'b', at, until: noonPlus(60) });
    expect(await claim(noonPlus(9))).to.equal(undefined);
    expect(await claim(noonPlus(10))).to.equal(7);
  });

  it('keeps the leases and wake-ups of endpoints', async () => {
    const claim = (at: Date) => storage.deliveryQueue.claim({ owner: 'b', at, until: noonPlus(60) }, 10);
    expect(await claim(noonPlus(9))).to.deep.equal([]);
    expect(await claim(noonPlus(10))).to.deep.equal([{ endpointId: WEBHOOK, wakeUps: 3 }]);
  });

  it('shows attempts as before, whatever their responses contain', async () => {
    expect((await view()).attempts).to.deep.equal(ATTEMPTS.map(attemptView));
  });

  it('continues the count of earlier attempts, and erases their responses', async () => {
    const [due] = await storage.deliveryQueue.due(WEBHOOK, { at: NOON, except: [], limit: 10 });
    expect(due).to.include({ id: DELIVERY, attemptCount: 2, sequence: 1 });
    const result = aResult({ id: DELIVERY });
    await storage.deliveryQueue.record(WEBHOOK, [result], noonPlus(2));
    await storage.unitOfWork.run((tx) => tx.deliveries.erase([RESOURCE]));
    const { attempts, status } = await view();
    expect(status).to.equal('succeeded');
    const stored = [...ATTEMPTS, result.attempt];
    expect(attempts).to.deep.equal(stored.map((attempt) => attemptView({ ...attempt, body: null })));
  });

  it('assigns positions to events', async () => {
    await storage.unitOfWork.run((tx) => tx.events.append(Actor.system, anEvent()));
    expect(await storage.eventFeed.assignPositions()).to.equal(1);
  });
});
