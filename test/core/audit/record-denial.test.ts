import { expect } from 'chai';
import { MemoryRateLimiter } from '#adapters/memory/rate-limits/rate-limiter.ts';
import { makeRecordDenial, type RecordDenial } from '#core/audit/use-cases/record-denial.ts';
import { Json } from '#core/shared/page.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { anActor, aUser, clockAtNoon, type ManualClock, NOON } from '../../support/builders/builders.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('recordDenial', () => {
  let storage: StorageUnderTest;
  let clock: ManualClock;
  let record: RecordDenial;
  const user = aUser();
  const [phone, laptop] = [anActor(user), anActor(user)];

  beforeEach(async () => {
    storage = await openMemoryStorage();
    clock = clockAtNoon();
    record = makeRecordDenial({
      unitOfWork: storage.unitOfWork,
      rateLimiter: new MemoryRateLimiter(clock),
      systemClock: clock,
    });
  });

  const deny = async (actor: typeof phone, times = 1): Promise<void> => {
    const denial = { operation: 'GET /api/orders', code: 'insufficient_scope', requiredScope: 'orders:read' };
    for (let time = 0; time < times; time += 1) await record(actor, denial);
  };
  const count = async ({ credentialId }: typeof phone): Promise<number | undefined> => {
    const page = { limit: 1, includeTotal: true };
    return (await storage.auditQueries.list({ filter: { actor: credentialId ?? undefined }, page })).total;
  };

  it('records the actor, the denied operation and the missing scope', async () => {
    await deny(phone);
    const { items } = await storage.auditQueries.list({ filter: {}, page: { limit: 100 } });
    const [entry, ...others] = items.map(Json.parse);
    expect(entry).to.deep.include({
      actor: { kind: 'session', user_id: user.id, credential_id: phone.credentialId },
      action: 'access.refused',
      resource: null,
      before: {},
      after: { operation: 'GET /api/orders', code: 'insufficient_scope', required_scope: 'orders:read' },
      request_id: 'a-request',
      created_at: NOON.toISOString(),
    });
    expect(others).to.deep.equal([]);
  });

  it('records no scope when none was missing', async () => {
    await record(phone, { operation: 'GET /api/orders', code: 'forbidden', requiredScope: null });
    const { items } = await storage.auditQueries.list({ filter: {}, page: { limit: 1 } });
    const [entry] = items.map(Json.parse);
    expect(entry?.after).to.deep.equal({ operation: 'GET /api/orders', code: 'forbidden' });
  });

  it('records at most 60 denials a minute per credential', async () => {
    await deny(phone, 61);
    expect(await count(phone)).to.equal(60);
  });

  it('counts each credential separately, also of one user', async () => {
    await deny(phone, 70);
    await deny(laptop, 2);
    expect(await count(laptop)).to.equal(2);
  });

  it('records again as time passes', async () => {
    await deny(phone, 70);
    clock.advance(1);
    await deny(phone, 5);
    expect(await count(phone)).to.equal(61);
    clock.advance(60);
    await deny(phone, 70);
    expect(await count(phone)).to.equal(121);
  });
});
