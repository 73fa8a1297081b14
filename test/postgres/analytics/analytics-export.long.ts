import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Client } from 'pg';
import { DATASET_NAMES, type Dataset } from '#core/analytics/export/datasets.ts';
import {
  byToken,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  orderStep,
  payment,
  paymentStep,
} from '../../support/builders/resources.ts';
import { useExportFolder } from '../../support/documents/export-folder.ts';
import { eventually } from '../../support/eventually.ts';
import { sampled } from '../../support/extent.ts';
import { seedOrders } from '../../support/seeding/seed-orders.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers, spawnCommand } from '../../support/servers/spawn-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const SECRET_KEY = 'the secret key of services in tests';

type Row = Record<string, unknown>;

describe('npm run analytics:export', () => {
  const folder = useExportFolder();
  let databaseUrl: string;
  before(async () => {
    databaseUrl = await createDatabase();
  });
  after(killLeftovers);

  const spawn = (args: readonly string[] = [], settings: Record<string, string> = {}) =>
    spawnCommand(['analytics-export', ...args], {
      DATABASE_URL: databaseUrl,
      SECRET_KEY,
      ANALYTICS_EXPORT_DIR: folder.path(),
      ...settings,
    });

  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await spawn(args).ended;
    expect(code, stderr).to.equal(0);
    return stdout;
  };

  /** The rows of all months of a dataset, by id. */
  const rowsOf = async (dataset: Dataset): Promise<Map<string, Row>> => {
    const names = (await folder.files()).filter((name) => name.startsWith(`${dataset}/`));
    const months = names.map((name) => /month=(\d+-\d+)/.exec(name)?.[1] ?? '');
    const rows = await Promise.all(months.map((month) => folder.rows(dataset, month)));
    return new Map(rows.flat().map((row) => [String(row['id']), row]));
  };

  describe('for a shop', () => {
    let app: TestApp;
    before(async () => {
      app = await startApp({ DATABASE_URL: databaseUrl });
    });
    after(() => app.stop());

    /** A row with the members that the API's view also has, with amounts as numbers. */
    const likeView = (row: Row | undefined, view: Reply['json']): Row => {
      const shared = Object.entries(row ?? {}).filter(([name]) => name in view);
      return Object.fromEntries(
        shared.map(([name, value]) => [name, /^-?\d+\.\d{4}$/.test(String(value)) ? Number(value) : value]),
      );
    };

    const expectLike = (row: Row | undefined, view: Reply['json'], except: readonly string[] = []): void => {
      const shown = likeView(row, view);
      for (const name of except) delete shown[name];
      expect(Object.keys(shown).length).to.be.greaterThan(8);
      expect(view).to.deep.include(shown);
    };

    const read = async (url: string): Promise<Reply['json']> => (await app.call(url)).json;

    it('exports what the API shows', async () => {
      const rate = { name: 'VAT', country: 'DE', percent: 19 };
      expect((await app.call('/api/tax_rates', { method: 'POST', body: rate })).status).to.equal(201);
      const products = [
        await createProduct(app, { price: 12.34, sku: 'SHIRT-1', stock: 9 }),
        await createProduct(app, { price: 0.01 }),
      ];
      const user = await createUser(app);
      const address = { name: 'Ada', line1: 'Torstr. 1', city: 'Berlin', postal_code: '10115', country: 'DE' };
      const paid = await createOrder(app, {
        items: itemsOf(products, 3),
        user_id: user.id,
        shipping_address: address,
        external_id: 'ERP-17',
      });
      const paidPayment = await createPayment(app, paid.id);
      const [item] = (await read(`/api/orders/${paid.id}`)).items;
      const refund = await paymentStep(app, paidPayment.id, 'refunds', {
        items: [{ item_id: item.id, quantity: 1 }],
        reason: 'Ada says that it is too small',
      });
      expect(refund.status, refund.text).to.equal(201);
      const declined = await createOrder(app, { items: itemsOf(products), email: 'guest@example.com' });
      expect((await payment(app, declined.id, byToken('tok_declined'))).status).to.equal(402);
      const cancelled = await createOrder(app, { items: itemsOf(products) });
      expect((await orderStep(app, cancelled.id, 'cancel', { reason: 'mistaken' })).status).to.equal(200);

      expect(await run()).to.match(/^Read \d+ rows of 4 files: 4 have changed in /);

      const orders = await rowsOf('orders');
      expect(orders.size).to.equal(3);
      for (const { id } of [paid, declined, cancelled]) expectLike(orders.get(id), await read(`/api/orders/${id}`));
      expect(orders.get(paid.id)).to.include({ user_id: user.id, country: 'DE', is_guest: false, is_erased: false });
      expect(orders.get(declined.id)).to.include({ user_id: null, country: null, is_guest: true });
      const items = await rowsOf('order_items');
      const views = (await read(`/api/orders/${paid.id}`)).items;
      expect(items.size).to.equal(6);
      for (const view of views) expectLike(items.get(view.id), view);
      const payments = await rowsOf('payments');
      expect(payments.size).to.equal(2);
      for (const [id, row] of payments) expectLike(row, await read(`/api/payments/${id}`));
      expect([...payments.values()].map((row) => row['failure_code'])).to.have.members([null, 'generic_decline']);
      const refunds = await rowsOf('refunds');
      expectLike(refunds.get(refund.json.id), await read(`/api/payments/${paidPayment.id}/refunds/${refund.json.id}`));
      expect(refunds.get(refund.json.id)).to.deep.include({
        order_id: paid.id,
        has_reason: true,
        items: [{ item_id: item.id, quantity: 1 }],
      });
      for (const text of ['Ada', 'Torstr', 'guest@example.com', user.email]) expect(await bytes()).not.to.include(text);
    });

    it('rewrites the months with changes, and removes the id of an erased buyer', async () => {
      const user = await createUser(app);
      const { id } = await createOrder(app, { user_id: user.id });
      const { id: paymentId } = await createPayment(app, id);
      // it was placed in spring
      const spring = "timestamptz '2026-04-15 12:00:00Z'";
      await runSql(
        databaseUrl,
        `update orders set created_at = ${spring} where id = '${id}'`,
        `update order_items set created_at = ${spring} where order_id = '${id}'`,
        `update payments set created_at = ${spring} where id = '${paymentId}'`,
      );
      await run();
      expect(await bytes()).to.include(user.id);
      const former = await folder.rows('orders', '2026-04');
      expect(former[0]).to.include({ id, payment_status: 'paid', user_id: user.id });
      const untouched = await readFile(path.join(folder.path(), 'order_items/month=2026-04/order_items.parquet'));

      const refund = await paymentStep(app, paymentId, 'refunds', { amount: 1.5, reason: 'scratched' });
      expect(refund.status).to.equal(201);
      await run();
      expect((await folder.rows('orders', '2026-04'))[0]).to.include({
        payment_status: 'partially_refunded',
        amount_refunded: '1.5000',
      });
      expect((await folder.rows('payments', '2026-04'))[0]).to.include({ amount_refunded: '1.5000' });
      expect((await rowsOf('refunds')).get(refund.json.id)).to.include({ amount: '1.5000', has_reason: true });

      expect((await app.call(`/api/users/${user.id}`, { method: 'DELETE' })).status).to.equal(204);
      await run();
      expect(await bytes()).not.to.include(user.id);
      expect((await folder.rows('orders', '2026-04'))[0]).to.include({ id, user_id: null, is_erased: true });
      expect((await rowsOf('refunds')).get(refund.json.id)).to.include({ has_reason: false });
      const now = await readFile(path.join(folder.path(), 'order_items/month=2026-04/order_items.parquet'));
      expect(now.equals(untouched)).to.equal(true);
    });

    /** The content of all files. Their strings are compressed, so this has the decoded rows too. */
    const bytes = async (): Promise<string> => {
      const rows = await Promise.all(DATASET_NAMES.map(rowsOf));
      const files = await Promise.all((await folder.files()).map((name) => readFile(path.join(folder.path(), name))));
      return JSON.stringify(rows.map((each) => [...each.values()])) + Buffer.concat(files).toString('latin1');
    };
  });

  describe('with many orders', () => {
    const MANY = 30_000;
    before(async () => {
      databaseUrl = await createDatabase();
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      await seedOrders(client, MANY);
      await client.end();
    });

    const incoming = async (): Promise<string[]> =>
      (await readdir(folder.path(), { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.incoming'));

    it('has every row after processes were killed at any time, and no part of a file', async () => {
      for (const delay of sampled([50, 0, 150, 250])) {
        const killed = spawn();
        await eventually('it writes', async () => (await incoming()).length > 0);
        await sleep(delay);
        killed.signal('SIGKILL');
        expect((await killed.ended).signal).to.equal('SIGKILL');
        // whatever is there is complete
        await rowsOf('orders');
      }
      expect(await run()).to.match(/have changed in/);
      expect(await incoming()).to.deep.equal([]);
      expect((await rowsOf('orders')).size).to.equal(MANY);
      expect((await rowsOf('order_items')).size).to.equal(2 * MANY);
    });

    it('ends after an interruption, and continues', async () => {
      const interrupted = spawn();
      await eventually('it writes', async () => (await incoming()).length > 0);
      interrupted.signal('SIGTERM');
      const { code, stderr } = await interrupted.ended;
      expect(code).to.equal(143);
      expect(stderr).to.include('The export was interrupted: the next one continues.');
      expect(await incoming()).to.deep.equal([]);
      await run();
      expect((await rowsOf('orders')).size).to.equal(MANY);
    });

    it('waits for another process, and has nothing left to do then', async () => {
      const outputs = await Promise.all([run(), run()]);
      expect(outputs.filter((output) => /: 0 have changed/.test(output))).to.have.length(1);
    });
  });

  it('says what is missing, unknown or wrong', async () => {
    const withoutFolder = await spawn([], { ANALYTICS_EXPORT_DIR: '' }).ended;
    expect(withoutFolder).to.include({ code: 1, stdout: '' });
    expect(withoutFolder.stderr).to.equal('ANALYTICS_EXPORT_DIR must be set: the folder of the Parquet files.\n');
    const unknown = await spawn(['--everything']).ended;
    expect(unknown.code).to.equal(1);
    expect(unknown.stderr).to.include('Usage: npm run analytics:export -- [--all]');
    expect((await spawn(['--help']).ended).stdout).to.include('--all  writes all months');
    const blocked = path.join(folder.path(), '..', 'a-file');
    await writeFile(blocked, '');
    const unusable = await spawn([], { ANALYTICS_EXPORT_DIR: path.join(blocked, 'export') }).ended;
    expect(unusable.code).to.equal(1);
    expect(unusable.stderr).to.match(/^The export for analysis cannot use the folder .*a-file\/export: ENOTDIR/);
  });
});
