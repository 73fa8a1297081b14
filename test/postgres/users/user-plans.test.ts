import { expect } from 'chai';
import { auditPage } from '#adapters/postgres/audit/audit-log.ts';
import { ERASE as ERASE_RECORDS } from '#adapters/postgres/idempotency/idempotency-store.ts';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { BACKLOG } from '#adapters/postgres/mails/mail-requests.ts';
import { userPage } from '#adapters/postgres/users/user-queries.ts';
import type { AuditFilter } from '#core/audit/audit-entry.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import type { UserId } from '#core/users/user.ts';
import type { UserFilter } from '#core/users/user-view.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { rowsTouched, scannedTables, useSeededClient } from '../../support/builders/plans.ts';
import { SEED_USERS } from '../../support/seeding/seed-users.ts';

const MANY = 20_000;

const SEED_AUDIT_LOG = `
  insert into audit_log (id, actor_kind, actor_user_id, actor_credential_id, action, resource_type, resource_id, before,
    after, created_at)
  select concat('aud_', lpad(n::text, 26, '0')), 'session', concat('usr_', n % 50), concat('ses_', n % 100),
    concat('user.', case when n % 1000 = 0 then 'erased' else 'updated' end), 'user', concat('usr_', n % 5000), '{}', '{}',
    timestamptz '2026-01-01' + n * interval '1 minute'
  from generate_series(1, ${MANY}) n`;

const USER_FILTERS: Readonly<Record<string, UserFilter & Readonly<{ ownerId?: UserId }>>> = {
  nothing: {},
  'one id': { ownerId: 'usr_00000000000000000000000017' },
  'words of the name': { q: 'person 1234' },
  'words that nobody has': { q: 'nobody' },
  'the beginning of a word': { q: 'p' },
  'a customer by words': { q: 'person 1234', role: ['customer'] },
  'words of another script': { q: '李小龍' },
  'what is no word': { q: '---' },
  'a phone number': { q: '+44 20 7946 0958' },
  'a frequent role': { role: ['customer'] },
  'a rare role': { role: ['staff'] },
  'a role that nobody has': { role: ['analyst'] },
  'several roles': { role: ['owner', 'admin', 'staff', 'analyst'] },
  'colleagues by words': { q: 'person 1234', role: ['staff', 'analyst'] },
  'a rare status': { status: 'disabled' },
  'an e-mail': { email: 'p17@example.com' },
  'a frequent consent': { consent: 'email_marketing' },
  'a consent that nobody gave': { consent: 'sms_marketing' },
  'customers who agree': { consent: 'email_marketing', role: ['customer'] },
  'a tag': { tag: ['VIP'] },
  'when they were made': { created_from: noonPlus(0), created_to: noonPlus(60) },
  'when they were invited': { invited_from: noonPlus(-1e9) },
};

const AUDIT_FILTERS: Readonly<Record<string, AuditFilter>> = {
  nothing: {},
  'a user who acted': { actor: 'usr_17' },
  'a session that was called with': { actor: 'ses_17' },
  'a frequent action': { action: 'user.updated' },
  'a rare action': { action: 'user.erased' },
  'an action without rows': { action: 'user.none' },
  'a resource': { resource_id: 'usr_4321' },
  'when it was done': { created_from: noonPlus(0), created_to: noonPlus(60) },
};

const AFTER = { value: '2026-01-05 00:00:00+00', id: 'usr_00000000000000000000000017' };

describe('user and audit query plans', () => {
  const client = useSeededClient(async (seeded) => {
    for (const statement of [SEED_USERS(MANY), SEED_AUDIT_LOG, 'vacuum analyze']) await seeded.query(statement);
  });

  for (const [name, { ownerId, ...filter }] of Object.entries(USER_FILTERS)) {
    it(`find users by an index for ${name}`, async () => {
      for (const after of [undefined, AFTER]) {
        const { text, values = [] } = pageStatement(userPage({ filter, ownerId, page: { limit: 20, after } }));
        expect(await scannedTables(client(), text, values)).to.deep.equal([]);
      }
    });
  }

  for (const [name, filter] of Object.entries(AUDIT_FILTERS)) {
    it(`find audit entries by an index for ${name}`, async () => {
      for (const after of [undefined, AFTER]) {
        const { text, values = [] } = pageStatement(auditPage({ filter, page: { limit: 20, after } }));
        expect(await scannedTables(client(), text, values)).to.deep.equal([]);
      }
    });
  }

  it('report a missing index', async () => {
    await client().query('begin; drop index users_search');
    const page = { limit: 20, includeTotal: true };
    const { text, values = [] } = pageStatement(userPage({ filter: { q: 'nobody' }, page }));
    const scanned = await scannedTables(client(), text, values);
    await client().query('rollback');
    expect(scanned).to.include('users (force_custom_plan)');
  });

  it('expect few users for n-grams that nobody has, among thousands of n-grams', async () => {
    await client().query('begin');
    // a thousand frequent n-grams, and 1,500 rare ones
    await client().query(`
      update users set search_grams = array(
        select concat('f', (n + step * 41) % 1000) from generate_series(1, 7) step
        union all select concat('r', (n + step * 97) % 1500) from generate_series(1, 1) step)
      from (select id as numbered, row_number() over (order by id) as n from users) numbers where id = numbered`);
    const expected = async (): Promise<number> => {
      await client().query('analyze users');
      const { rows } = await client().query(`explain (format json) select from users where search_grams @> '{zzz}'`);
      return rows[0]['QUERY PLAN'][0].Plan['Plan Rows'];
    };
    const withStatistics = await expected();
    await client().query('alter table users alter column search_grams set statistics default');
    const withDefault = await expected();
    await client().query('rollback');
    expect(withStatistics).to.be.lessThan(withDefault / 5);
  });

  it('read the backlog of mails by an index at any table size', async () => {
    await client().query(`
      insert into mail_requests (purpose, email_key, due_at, created_at)
      select 'password_reset', concat('p', n, '@example.com'), now(), now() from generate_series(1, ${MANY}) n`);
    await client().query('vacuum analyze mail_requests');
    expect(await scannedTables(client(), BACKLOG.text, [])).to.deep.equal([]);
    expect(await rowsTouched(client(), BACKLOG.text, [])).to.equal(MAX_COUNTED + 1);
  });

  it('erase a user’s idempotency records by an index', async () => {
    await client().query(`
      insert into idempotency_records (account, operation, key, fingerprint, status, headers, body, personal_ids,
        created_at)
      select concat('usr_', n % 100), 'POST /api/users', n::text, '', 201, '{}', '{}',
        case when n % 10 = 0 then array[concat('usr_', n)] else '{}' end, now()
      from generate_series(1, ${MANY}) n`);
    await client().query('vacuum analyze idempotency_records');
    expect(await scannedTables(client(), ERASE_RECORDS.text, [['usr_10', 'ord_10']])).to.deep.equal([]);
  });
});
