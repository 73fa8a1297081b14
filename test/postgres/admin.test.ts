import { expect } from 'chai';
import { callerOf, OWNER, ownerKeyOf } from '../support/calls.ts';
import { dumpOf, runSql } from '../support/database.ts';
import { administer, createDatabase, urlOf } from '../support/postgres.ts';
import { killLeftovers, runAdmin, spawnFailingService, spawnService } from '../support/spawn-service.ts';

const SECRET_KEY = 'the secret key of an operator, for tests';
const RANDOM = { OWNER_PASSWORD: '' };

const signIn = (url: string, email: string, password: string) =>
  callerOf(url, null)('/api/auth', { method: 'POST', body: { email, password } });

describe('the operator’s commands', function () {
  // each command is a process of its own
  this.timeout(120_000);
  let settings: Record<string, string>;
  before(async () => {
    settings = { DATABASE_URL: await createDatabase(), SECRET_KEY };
  });
  after(killLeftovers);

  it('explain themselves when a command is missing or unknown', async () => {
    for (const args of [[], ['paint'], ['check', 'twice'], ['check', '--fast']]) {
      const { code, stderr } = await runAdmin(args, settings);
      expect([code, stderr.split('\n')[0]]).to.deep.equal([1, 'Usage: npm run admin -- COMMAND']);
    }
    expect((await runAdmin(['check'], { STORAGE: 'memory' })).stderr).to.include('STORAGE=memory');
  });

  it('create an owner, without whom production does not start', async () => {
    const production = { ...settings, ...RANDOM, NODE_ENV: 'production', OWNER_EMAIL: '' };
    const early = await spawnFailingService(production);
    expect(early.stderr).to.match(/^There is no owner yet: .*OWNER_PASSWORD.*create-owner.*\.\n$/);
    const { code, stdout, stderr } = await runAdmin(['create-owner', '--email', 'first@example.com'], production);
    expect([code, stderr]).to.deep.equal([0, '']);
    const [, password = ''] = /^first@example\.com is an owner\. Password: (\S{20})\n$/.exec(stdout) ?? [];
    const service = await spawnService(production);
    expect((await signIn(service.url, 'first@example.com', password)).status).to.equal(201);
    await service.end('SIGTERM');
    const again = await runAdmin(['create-owner', '--email', 'First@example.com'], production);
    expect([again.code, again.stderr]).to.deep.equal([1, 'email is already used by another user\n']);
  });

  it('refuse passwords that are easily guessed', async () => {
    const weak = { ...settings, OWNER_PASSWORD: 'password1234' };
    const { code, stderr } = await runAdmin(['create-owner', '--email', 'weak@example.com'], weak);
    expect([code, stderr]).to.deep.equal([
      1,
      'password must not be easy to guess, such as a common password or a row of keys\n',
    ]);
  });

  it('give an owner a new password, and end the sessions', async () => {
    const service = await spawnService(settings);
    await runAdmin(['create-owner', '--email', 'lost@example.com'], settings);
    const { token } = (await signIn(service.url, 'lost@example.com', OWNER.password)).json;
    const { code, stdout } = await runAdmin(['reset-owner', '--email', 'LOST@example.com'], { ...settings, ...RANDOM });
    expect(code).to.equal(0);
    const [, password = ''] = /Password: (\S{20})\n$/.exec(stdout) ?? [];
    expect((await callerOf(service.url, token)('/api/auth')).status).to.equal(401);
    expect((await signIn(service.url, 'lost@example.com', OWNER.password)).status).to.equal(401);
    expect((await signIn(service.url, 'lost@example.com', password)).status).to.equal(201);
    await service.end('SIGTERM');
    const unknown = await runAdmin(['reset-owner', '--email', 'nobody@example.com'], settings);
    expect([unknown.code, unknown.stderr]).to.deep.equal([1, 'There is no user nobody@example.com.\n']);
  });

  it('check the ledger', async () => {
    const corrupted = { ...settings, DATABASE_URL: await createDatabase() };
    expect((await runAdmin(['check'], corrupted)).code).to.equal(0);
    const entry = `'mov_1', 'capture', 'pay_1', 'ord_1', 'USD', now()`;
    await runSql(
      corrupted.DATABASE_URL,
      // without the triggers that refuse it
      'set session_replication_role = replica',
      `insert into ledger_entries (movement_id, kind, payment_id, order_id, currency, created_at, account, debit, credit)
       values (${entry}, 'orders', 0, 5)`,
    );
    const { code, stdout } = await runAdmin(['check'], corrupted);
    expect([code, stdout]).to.satisfy(
      ([status, text]: [number, string]) => status === 1 && /ledger: \d+ discrepancies\n {2}\S/.test(text),
    );
  });
});

describe('a runtime role that may not change tables', () => {
  let name: string;
  let settings: Record<string, string>;

  before(async () => {
    name = `test_${process.pid}_roles`;
    await administer(`create database ${name}`);
    await administer(`create role runtime_${process.pid} login password 'runtime'`);
    const url = new URL(urlOf(name));
    url.username = `runtime_${process.pid}`;
    url.password = 'runtime';
    settings = { DATABASE_URL: url.href, SECRET_KEY };
  });
  after(async () => {
    killLeftovers();
    await administer(`drop database if exists ${name} with (force)`);
    await administer(`drop role runtime_${process.pid}`);
  });

  it('cannot migrate', async () => {
    const { code, stderr } = await spawnFailingService(settings);
    expect([code, stderr]).to.satisfy(
      ([status, text]: [number, string]) => status === 1 && text.includes('MIGRATION_DATABASE_URL'),
    );
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

  it('changes neither tables, the ledger, nor the audit log', async () => {
    const before = await dumpOf(urlOf(name));
    for (const statement of [
      'drop table products',
      'alter table ledger_entries disable trigger all',
      'truncate ledger_entries',
      'delete from ledger_entries',
      'update ledger_entries set debit = 0',
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
});

describe('a schema that needs a newer version of the service', () => {
  it('stops the service from starting and says why', async () => {
    const url = await createDatabase();
    await runSql(url, `insert into migrations (name, executed_at) values ('20991231-newer', now())`);
    const service = await spawnService({ DATABASE_URL: url, SECRET_KEY });
    await service.end('SIGTERM');
    await runSql(url, `insert into schema_requirements values ('20991231-newer')`);
    for (const run of [spawnFailingService, (settings: Record<string, string>) => runAdmin(['check'], settings)]) {
      const { code, stderr } = await run({ DATABASE_URL: url, SECRET_KEY });
      expect(code).to.equal(1);
      expect(stderr).to.match(/a newer version of the service has migrated it \(20991231-newer\)/);
    }
  });
});
