import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { BACKGROUND, backgroundOf } from '#composition/background.ts';
import { buildContainer } from '#composition/container.ts';
import { parseConfig } from '#composition/parse-config.ts';
import { STORAGE } from '#composition/tokens/storage.ts';
import { aLog } from '../../support/log.ts';
import { callerOf, ownerKeyOf } from '../../support/servers/calls.ts';
import { dumpOf, runSql } from '../../support/servers/database.ts';
import { administer, urlOf } from '../../support/servers/postgres.ts';
import { killLeftovers, runAdmin, spawnFailingService, spawnService } from '../../support/servers/spawn-service.ts';

const SECRET_KEY = 'the secret key of an operator, for tests';

const AUDIT_ENTRIES = `
  insert into audit_log (id, actor_kind, action, before, after, created_at)
  select 'aud_age_' || days, 'system', 'user.exported', '{}', '{}', now() - days * interval '1 day'
  from unnest(array[399, 401, 500]) as days`;

describe('a runtime role that may not change tables', () => {
  let name: string;
  let settings: Record<string, string>;

  const urlAs = (role: 'runtime' | 'owner'): string => {
    const url = new URL(urlOf(name));
    url.username = `${role}_${process.pid}`;
    url.password = role;
    return url.href;
  };

  before(async () => {
    name = `test_${process.pid}_roles`;
    await administer(`create database ${name}`);
    await administer(`create role runtime_${process.pid} login password 'runtime'`);
    await administer(`create role owner_${process.pid} login password 'owner'`);
    settings = { DATABASE_URL: urlAs('runtime'), SECRET_KEY };
  });
  after(async () => {
    killLeftovers();
    await administer(`drop database if exists ${name} with (force)`);
    await administer(`drop role runtime_${process.pid}, owner_${process.pid}`);
  });

  it('cannot migrate', async () => {
    const { code, stderr } = await spawnFailingService(settings);
    expect(code).to.equal(1);
    expect(stderr).to.match(/: set MIGRATION_DATABASE_URL, or run `npm run admin -- migrate` with it\.\n$/);
    expect((await runAdmin(['check'], settings)).stderr).to.include('run `npm run admin -- migrate`');
  });

  it('runs the service once the tables are there', async () => {
    const migrated = await runAdmin(['migrate'], { ...settings, MIGRATION_DATABASE_URL: urlOf(name) });
    expect([migrated.code, migrated.stdout, migrated.stderr]).to.deep.equal([0, 'The schema is up to date.\n', '']);
    const service = await spawnService(settings);
    const call = callerOf(service.url, await ownerKeyOf(service.url));
    const product = await call('/api/products', { method: 'POST', body: { name: 'Linen shirt', price: 5, stock: 3 } });
    const items = [{ product_id: product.json.id, quantity: 1 }];
    const order = await call('/api/orders', { method: 'POST', body: { items, email: 'guest@example.com' } });
    const body = { order_id: order.json.id, payment_method: { token: 'tok_success' } };
    expect((await call('/api/payments', { method: 'POST', body })).json.status).to.equal('succeeded');
    expect((await call(`/api/products/${product.json.id}`, { method: 'DELETE' })).status).to.equal(204);
    await service.end('SIGTERM');
    expect((await runAdmin(['check'], settings)).code).to.equal(0);
  });

  it('runs every background task', async () => {
    const { log, lines } = aLog();
    const folder = await mkdtemp(path.join(tmpdir(), 'roles-'));
    const config = parseConfig({ ...settings, RATE_LIMIT_STORE: 'postgres', ANALYTICS_EXPORT_DIR: folder });
    const container = await buildContainer(config, { log, isStopping: () => false, publicUrl: () => 'http://a' });
    await runSql(urlOf(name), AUDIT_ENTRIES);
    for (const work of [BACKGROUND.processServices, BACKGROUND.workers]
      .flatMap((list) => container.getAll(list))
      .flat()) {
      if ('run' in work) await work.run();
    }
    for (const work of backgroundOf(container)) {
      work.start();
      await work.stop();
    }
    await container.get(STORAGE.close)();
    expect(await readdir(folder)).to.include('_export.json');
    await rm(folder, { recursive: true });
    expect(lines.filter(({ level }) => level !== 'info' && level !== 'debug')).to.deep.equal([]);
    const left = await runSql(urlOf(name), `select id from audit_log where id ~ '^aud_age_'`);
    expect(left).to.deep.equal([{ id: 'aud_age_399' }]);
  });

  it('removes no audit entry within the retention period', async () => {
    const [row] = await runSql(
      settings['DATABASE_URL'] ?? '',
      `select remove_audit_entries('infinity', 5000) as count`,
    );
    expect(row).to.deep.equal({ count: 0 });
    // a table of the caller does not take the place of the audit log
    const [other] = await runSql(
      settings['DATABASE_URL'] ?? '',
      `create temporary table audit_log (id text, created_at timestamptz)`,
      `insert into audit_log values ('mine', '2000-01-01')`,
      `select remove_audit_entries('infinity', 5000) as count`,
    );
    expect(other).to.deep.equal({ count: 0 });
  });

  it('changes neither tables, the ledger, nor the audit log', async () => {
    const before = await dumpOf(urlOf(name));
    for (const statement of [
      'drop table products',
      'alter table ledger_entries disable trigger all',
      'truncate ledger_entries',
      'delete from ledger_entries',
      'update ledger_entries set debit = 0',
      'delete from subscription_movements',
      'update subscription_movements set amount_minor = 0',
      'delete from audit_log',
      'update audit_log set action = null',
      'delete from migrations',
      'create table public.mine (id text)',
    ]) {
      const failure = await runSql(settings['DATABASE_URL'] ?? '', statement).catch((error: { code: string }) => error);
      expect(failure, statement).to.include({ code: '42501' });
    }
    expect(await dumpOf(urlOf(name))).to.equal(before);
  });

  it('reports a migration role that does not own the tables', async () => {
    const restored = { ...settings, MIGRATION_DATABASE_URL: urlAs('owner') };
    for (const run of [spawnFailingService, (given: Record<string, string>) => runAdmin(['check'], given)]) {
      const { code, stderr } = await run(restored);
      expect(code).to.equal(1);
      expect(stderr).to.match(
        /: the role of MIGRATION_DATABASE_URL, owner_\d+, does not own \w+ and \d+ more of its tables\.\n$/,
      );
    }
  });

  it('reports tables of several owners', async () => {
    await administer(`alter database ${name} owner to owner_${process.pid}`);
    // a report of the operator is no table of the service
    await runSql(urlAs('owner'), 'create view public.report as select 1 as one');
    expect((await runAdmin(['check'], settings)).code).to.equal(0);
    await runSql(urlOf(name), `alter table products owner to owner_${process.pid}`);
    const { code, stdout } = await runAdmin(['check'], settings);
    expect([code, stdout.split('\n')[1]]).to.deep.equal([
      1,
      `owner: owner_${process.pid}, postgres; one role must own all tables`,
    ]);
  });
});

describe('a migration URL of another database', () => {
  const [name, other] = [`test_${process.pid}_one`, `test_${process.pid}_other`];
  const settings = { DATABASE_URL: '', MIGRATION_DATABASE_URL: '', SECRET_KEY };

  before(async () => {
    for (const each of [name, other]) await administer(`create database ${each}`);
    Object.assign(settings, { DATABASE_URL: urlOf(name), MIGRATION_DATABASE_URL: urlOf(other) });
  });
  after(async () => {
    killLeftovers();
    for (const each of [name, other]) await administer(`drop database ${each} with (force)`);
  });

  it('is refused, and nothing is migrated', async () => {
    for (const run of [spawnFailingService, (given: Record<string, string>) => runAdmin(['migrate'], given)]) {
      const { code, stderr } = await run(settings);
      expect([code, stderr]).to.deep.equal([1, 'MIGRATION_DATABASE_URL and DATABASE_URL name different databases.\n']);
    }
    expect(await dumpOf(urlOf(other))).to.equal('[]');
  });

  it('is accepted when it names the same database in another way', async () => {
    const same = new URL(urlOf(name));
    same.hostname = 'localhost';
    const { code, stdout } = await runAdmin(['migrate'], { ...settings, MIGRATION_DATABASE_URL: same.href });
    expect([code, stdout]).to.deep.equal([0, 'The schema is up to date.\n']);
  });
});
