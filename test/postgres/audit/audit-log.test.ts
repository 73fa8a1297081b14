import { expect } from 'chai';
import { Client } from 'pg';
import { Actor } from '#core/shared/actor.ts';
import { userExportedBy } from '#core/users/records.ts';
import { ids } from '../../support/builders/builders.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';

const DAY_MS = 24 * 3_600_000;

describe('the audit log in PostgreSQL', () => {
  let storage: PostgresStorage;
  let client: Client;

  before(async () => {
    const url = await createDatabase();
    storage = await connectPostgresStorage(url);
    client = new Client({ connectionString: url });
    await client.connect();
    await storage.unitOfWork.run((tx) =>
      tx.audit.append(
        ...[0, 399, 401].map((days) =>
          userExportedBy(Actor.system, { id: ids.next('usr') }, new Date(Date.now() - days * DAY_MS)),
        ),
      ),
    );
  });
  after(async () => {
    await client.end();
    await storage.close();
  });

  const rows = async (): Promise<unknown[]> => (await client.query('select * from audit_log order by id')).rows;

  for (const statement of [
    `update audit_log set action = 'nothing.happened'`,
    `update audit_log set created_at = created_at - interval '2 years'`,
    'delete from audit_log',
    `delete from audit_log where created_at > now() - interval '400 days'`,
    'truncate audit_log',
    `insert into audit_log select * from audit_log on conflict (id) do update set action = 'x'`,
    'with gone as (delete from audit_log returning 1) select count(*) from gone',
  ]) {
    it(`rejects: ${statement}`, async () => {
      const before = await rows();
      const error = await client.query(statement).catch((reason: Error) => reason);
      expect(error)
        .to.be.an('error')
        .with.property('message')
        .that.matches(/^The audit log is only added to: /);
      expect(await rows()).to.deep.equal(before);
    });
  }

  it('allows removal after the retention period only', async () => {
    await client.query(`delete from audit_log where created_at < now() - interval '400 days'`);
    expect(await rows()).to.have.length(2);
  });
});
