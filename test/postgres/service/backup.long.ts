import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { LOCAL_WEBHOOK_SETTINGS } from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/eventually.ts';
import { type Caller, callerOf, ownerKeyOf } from '../../support/servers/calls.ts';
import { debianPostgres, type OperatorsPostgres, startDebianPostgres } from '../../support/servers/debian-postgres.ts';
import { type Receiver, startReceiver } from '../../support/servers/receivers.ts';
import { killLeftovers, runAdmin, spawnFailingService, spawnService } from '../../support/servers/spawn-service.ts';

const SECRET_KEY = 'the secret key of a shop with backups';

/** The roles of `docker/compose.yaml`. */
const CREATE_ROLES = path.join(import.meta.dirname, '../../../docker/create-roles.sql');

/** The paths of what a shop has. */
type Shop = Readonly<{ product: string; order: string; webhook: string }>;

const withService = async <T>(settings: Record<string, string>, use: (call: Caller) => Promise<T>): Promise<T> => {
  const service = await spawnService({ ...LOCAL_WEBHOOK_SETTINGS, ...settings });
  const result = await use(callerOf(service.url, await ownerKeyOf(service.url)));
  await service.end('SIGTERM');
  return result;
};

const aShop = async (call: Caller, receiver: Receiver): Promise<Shop> => {
  const post = async (at: string, body: object) => (await call(at, { method: 'POST', body })).json;
  const product = await post('/api/products', { name: 'Linen shirt', price: 5, stock: 3 });
  const items = [{ product_id: product.id, quantity: 2 }];
  const order = await post('/api/orders', { items, email: 'guest@example.com' });
  await post('/api/payments', { order_id: order.id, payment_method: { token: 'tok_success' } });
  const webhook = await post('/api/webhooks', { url: receiver.url, events: ['order.*'] });
  return {
    product: `/api/products/${product.id}`,
    order: `/api/orders/${order.id}`,
    webhook: `/api/webhooks/${webhook.id}/test`,
  };
};

/** What the shop shows, and that it can sign a webhook. */
const stateOf = async (call: Caller, { product, order, webhook }: Shop): Promise<readonly string[]> => {
  const test = await call(webhook, { method: 'POST' });
  expect([test.status, test.json.status], test.text).to.deep.equal([200, 'succeeded']);
  return [(await call(product)).text, (await call(order)).text];
};

describe('a backup', () => {
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  after(() => {
    receiver.close();
    killLeftovers();
  });

  it('of the data folder starts elsewhere as it was', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'backup-'));
    const [original, copy] = [path.join(directory, 'data'), path.join(directory, 'copy')];
    const [shop, before] = await withService({ DATA_DIR: original }, async (call) => {
      const made = await aShop(call, receiver);
      return [made, await stateOf(call, made)];
    });
    // PostgreSQL may write its last checkpoint after the service's end
    await eventually(
      'PostgreSQL has ended',
      async () => !existsSync(path.join(original, 'postgres', 'postmaster.pid')),
    );
    await cp(original, copy, { recursive: true });
    await rm(original, { recursive: true });
    expect(await withService({ DATA_DIR: copy }, (call) => stateOf(call, shop))).to.deep.equal(before);
    const { code, stdout } = await runAdmin(['check'], { DATA_DIR: copy });
    expect([code, stdout]).to.deep.equal([
      0,
      'schema: up to date\nowner: postgres\nkeys: every encrypted value can be decrypted\nledger: balanced\ne-mails: each account has a mailbox of its own\n',
    ]);
    await rm(directory, { recursive: true });
  });

  const folder = debianPostgres();
  if (folder !== undefined) {
    describe('by pg_dump', () => {
      let postgres: OperatorsPostgres;
      let directory: string;
      let shop: Shop;
      let dumped: readonly string[];
      const settingsOf = (database: string) => ({
        DATABASE_URL: postgres.urlOf(database, 'commerce'),
        MIGRATION_DATABASE_URL: postgres.urlOf(database, 'commerce_owner'),
        SECRET_KEY,
      });
      const restore = async (database: string, role: string): Promise<void> => {
        const dump = path.join(directory, 'dump');
        const as = ['--exit-on-error', '--no-owner', `--username=${role}`];
        await postgres.run('createdb', `--owner=${role}`, database);
        await postgres.run('pg_restore', ...as, `--dbname=${database}`, dump);
      };

      before(async () => {
        directory = await mkdtemp(path.join(tmpdir(), 'dump-'));
        postgres = await startDebianPostgres(folder);
        await postgres.run(
          'psql',
          '--set=ON_ERROR_STOP=1',
          '--set=password=x',
          '--set=owner_password=y',
          `--file=${CREATE_ROLES}`,
        );
        [shop, dumped] = await withService(settingsOf('commerce'), async (call) => {
          const made = await aShop(call, receiver);
          // while the service runs
          const file = `--file=${path.join(directory, 'dump')}`;
          await postgres.run('pg_dump', '--format=custom', file, '--username=commerce', 'commerce');
          return [made, await stateOf(call, made)];
        });
        await restore('restored', 'commerce_owner');
      });
      after(async () => {
        await postgres?.stop();
        await rm(directory, { recursive: true });
      });

      it('passes the operator’s check', async () => {
        const { code, stdout } = await runAdmin(['check'], settingsOf('restored'));
        expect([code, stdout.split('\n').slice(1)]).to.deep.equal([
          0,
          [
            'owner: commerce_owner',
            'keys: every encrypted value can be decrypted',
            'ledger: balanced',
            'e-mails: each account has a mailbox of its own',
            '',
          ],
        ]);
      });

      it('fails the operator’s check when another role has restored it', async () => {
        await restore('restored_otherwise', 'postgres');
        for (const run of [spawnFailingService, (given: Record<string, string>) => runAdmin(['check'], given)]) {
          const { code, stderr } = await run(settingsOf('restored_otherwise'));
          expect(code).to.equal(1);
          expect(stderr).to.include(
            'the role of MIGRATION_DATABASE_URL, commerce_owner, does not own analytics_entries and',
          );
        }
      });

      it('serves what was dumped', async () => {
        const after = await withService(settingsOf('restored'), (call) => stateOf(call, shop));
        expect(after).to.deep.equal(dumped);
      });

      it('of one schema restores one shop among others, beside those of another database', async () => {
        const settings = { DATABASE_URL: postgres.urlOf('commerce', 'shop_two'), SECRET_KEY };
        await postgres.run('psql', '--command=create role shop_two login');
        await postgres.run('psql', '--command=alter role shop_two set search_path = shop_two');
        await postgres.run('psql', '--dbname=commerce', '--command=create schema authorization shop_two');
        const file = path.join(directory, 'dump-of-schema');
        const [two, before] = await withService(settings, async (call) => {
          const made = await aShop(call, receiver);
          const only = ['--schema=shop_two', '--username=shop_two', `--file=${file}`];
          await postgres.run('pg_dump', '--format=custom', ...only, 'commerce');
          return [made, await stateOf(call, made)];
        });
        await restore('restored_beside', 'commerce_owner');
        await postgres.run('psql', '--command=grant create on database restored_beside to shop_two');
        const into = ['--exit-on-error', '--no-owner', '--username=shop_two', '--dbname=restored_beside'];
        await postgres.run('pg_restore', ...into, file);
        const restored = { ...settings, DATABASE_URL: postgres.urlOf('restored_beside', 'shop_two') };
        expect(await withService(restored, (call) => stateOf(call, two))).to.deep.equal(before);
        expect((await runAdmin(['check'], restored)).code).to.equal(0);
      });

      it('needs the secret key of its data', async () => {
        const other = { ...settingsOf('restored'), SECRET_KEY: 'another secret key than that of the shop' };
        expect((await spawnFailingService(other)).stderr).to.match(/^SECRET_KEY is not the key/);
        expect((await runAdmin(['check'], other)).code).to.equal(1);
      });
    });
  }
});
