import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { expect } from 'chai';
import { createKey, createProduct, posted } from '../../support/builders/resources.ts';
import { callerOf, OWNER, ownerKeyOf } from '../../support/servers/calls.ts';
import { dumpOf, runSql } from '../../support/servers/database.ts';
import { administer, createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers, runAdmin, spawnFailingService, spawnService } from '../../support/servers/spawn-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const SECRET_KEY = 'the secret key of a shop beside others';

/** What `pg_dump --inserts` writes of a small shop at the last commit before the baseline, and its key. */
const DUMP = path.join(import.meta.dirname, 'former-version.sql.gz');
const SECRET_KEY_OF_DUMP = 'the secret key of a shop of the former version';

const FUNCTIONS = `
  select proname, prosrc from pg_proc where pronamespace = quote_ident(current_schema())::regnamespace order by proname`;

const checkOf = (owner: string): string =>
  `schema: up to date\nowner: ${owner}\nkeys: every encrypted value can be decrypted\nledger: balanced\n` +
  'e-mails: each account has a mailbox of its own\n';

describe('shops in the schemas of one database', () => {
  /** With a shop in `public` already. */
  let databaseUrl: string;
  const roles: string[] = [];

  /** A role with a schema of its own, which it owns or only uses. @returns the URL for it. */
  const addRole = async (name: string, schema: string, isOwner = true): Promise<string> => {
    const role = `${name}_${process.pid}`;
    roles.push(role);
    await administer(`create role ${role} login`);
    await administer(`alter role ${role} set search_path = ${schema}`);
    if (isOwner) await runSql(databaseUrl, `create schema ${schema} authorization ${role}`);
    const url = new URL(databaseUrl);
    url.username = role;
    return url.href;
  };

  before(async () => {
    databaseUrl = await createDatabase();
  });
  after(async () => {
    killLeftovers();
    await administer(`drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
    for (const role of roles) await administer(`drop role ${role}`);
  });

  it('begin side by side and see only their own', async () => {
    const urls = [databaseUrl, await addRole('one', 'shop_one'), await addRole('two', 'shop_two')];
    const shops: TestApp[] = await Promise.all(urls.map((url) => startApp({ DATABASE_URL: url })));
    try {
      const keys: string[] = [];
      for (const [number, shop] of shops.entries()) {
        const product = await createProduct(shop, { sku: 'SHIRT-1', name: `Shirt ${number}`, stock: number + 1 });
        await posted(shop, '/api/users', { email: 'somebody@example.com', password: OWNER.password });
        const items = [{ product_id: product.id, quantity: 1 }];
        const order = await posted(shop, '/api/orders', { items, email: 'guest@example.com' });
        const payment = { order_id: order.id, payment_method: { token: 'tok_success' } };
        expect((await posted(shop, '/api/payments', payment)).status).to.equal('succeeded');
        keys.push((await createKey(shop)).key);
      }
      for (const [number, shop] of shops.entries()) {
        const products = (await shop.call('/api/products')).json.data;
        expect(products.map(({ name }: { name: string }) => name)).to.deep.equal([`Shirt ${number}`]);
        expect((await shop.call('/api/orders?include_total=true')).json.total).to.equal(1);
        for (const [other, key] of keys.entries()) {
          expect((await shop.call('/api/auth', { key })).status).to.equal(other === number ? 200 : 401);
        }
      }
    } finally {
      await Promise.all(shops.map((shop) => shop.stop()));
    }
  });

  it('belong to an owner each, whose role for the service changes rows of its shop alone', async () => {
    const owner = await addRole('owner', 'shop_owned');
    const runtime = await addRole('runtime', 'shop_owned', false);
    const settings = { DATABASE_URL: runtime, SECRET_KEY };
    const migrated = await runAdmin(['migrate'], { ...settings, MIGRATION_DATABASE_URL: owner });
    expect([migrated.code, migrated.stderr]).to.deep.equal([0, '']);
    const service = await spawnService(settings);
    const call = callerOf(service.url, await ownerKeyOf(service.url));
    expect((await call('/api/auth')).status).to.equal(200);
    await service.end('SIGTERM');
    const old = `insert into audit_log (id, actor_kind, action, before, after, created_at)
      values ('aud_old', 'system', 'user.exported', '{}', '{}', now() - interval '500 days')`;
    await runSql(databaseUrl, old);
    await runSql(owner, old);
    const removed = await runSql(runtime, `select remove_audit_entries('infinity', 5000) as count`);
    expect(removed).to.deep.equal([{ count: 1 }]);
    expect(await runSql(databaseUrl, `select id from audit_log where id = 'aud_old'`)).to.have.length(1);
    for (const statement of ['delete from audit_log', 'drop table products', 'select 1 from public.products']) {
      const failure = await runSql(runtime, statement).catch((error: { code: string }) => error);
      expect(failure, statement).to.include({ code: '42501' });
    }
    const { code, stdout } = await runAdmin(['check'], settings);
    expect([code, stdout]).to.deep.equal([0, checkOf(roles.at(-2) ?? '')]);
  });

  it('are upgraded from the former version without a change of the others', async () => {
    const url = await addRole('former', 'shop_former');
    const dump = String(await promisify(gunzip)(await readFile(DUMP)));
    await runSql(url, dump.replaceAll('public.', 'shop_former.'));
    const before = await dumpOf(databaseUrl);
    const migrated = await runAdmin(['migrate'], { DATABASE_URL: url, SECRET_KEY: SECRET_KEY_OF_DUMP });
    expect([migrated.code, migrated.stderr]).to.deep.equal([0, '']);
    const applied = 'select name from migrations order by name collate "C"';
    const present = await runSql(databaseUrl, applied);
    expect(await runSql(url, applied)).to.deep.include.members(present);
    const [bodies, publicBodies] = [await runSql(url, FUNCTIONS), await runSql(databaseUrl, FUNCTIONS)];
    expect(JSON.parse(JSON.stringify(bodies).replaceAll('shop_former.', 'public.'))).to.deep.equal(publicBodies);
    expect(await dumpOf(databaseUrl)).to.equal(before);
  });

  it('need a schema that exists', async () => {
    const url = await addRole('lost', 'shop_lost', false);
    const { code, stderr } = await spawnFailingService({ DATABASE_URL: url, SECRET_KEY });
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /^The database at \S+ cannot be used: the search_path of its role names no schema that exists: create the schema\.\n$/,
    );
  });
});
