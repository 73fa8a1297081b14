import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { createKey, createProduct, posted } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { installed } from '../../support/installed.ts';
import { aLog } from '../../support/log.ts';
import { callerOf, ownerKeyOf, type Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { type PgBouncer, startPgBouncer } from '../../support/servers/pgbouncer.ts';
import { administer, createDatabase, urlOf } from '../../support/servers/postgres.ts';
import { startReceiver } from '../../support/servers/receivers.ts';
import { killLeftovers, spawnCommand, spawnFailingService, spawnService } from '../../support/servers/spawn-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const program = installed('pgbouncer');

/** Fewer than the connections of a process, so that transactions wait for each other. */
const SERVER_CONNECTIONS = 4;

const SECRET_KEY = 'the secret key of a service behind a pooler';

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'enable_seqscan', 'jit'];
const SHOWN = `array[${LIMITS.map((name) => `current_setting('${name}')`).join(', ')}] as limits`;

if (program !== undefined) {
  describe('a PgBouncer in transaction mode', () => {
    let databaseUrl: string;
    let bouncer: PgBouncer;
    let settings: Record<string, string>;
    let app: TestApp;

    before(async () => {
      databaseUrl = await createDatabase();
      bouncer = await startPgBouncer(program, databaseUrl, { poolSize: SERVER_CONNECTIONS, mode: 'transaction' });
      settings = { DATABASE_URL: bouncer.url, DATABASE_POOLER: 'transaction', DATABASE_LISTEN_URL: databaseUrl };
      app = await startApp(settings);
    });
    after(async () => {
      await app?.stop();
      killLeftovers();
      await bouncer.stop();
    });

    const orderOf = (product: { id: string }, quantity = 1) => ({
      items: [{ product_id: product.id, quantity }],
      email: 'guest@example.com',
    });

    it('sells the last unit once, takes payments, and sends a webhook of each', async () => {
      const receiver = await startReceiver();
      try {
        await posted(app, '/api/webhooks', { url: receiver.url, events: ['payment.succeeded'] });
        const product = await createProduct(app, { stock: 1 });
        const race = Array.from({ length: 20 }, () =>
          app.call('/api/orders', { method: 'POST', body: orderOf(product) }),
        );
        const replies = await Promise.all(race);
        expect(replies.map(({ status }) => status).toSorted()).to.deep.equal([201, ...Array(19).fill(409)]);
        const other = await createProduct(app, { stock: 20 });
        const payments = Array.from({ length: 20 }, async () => {
          const order = await posted(app, '/api/orders', orderOf(other));
          return posted(app, '/api/payments', { order_id: order.id, payment_method: { token: 'tok_success' } });
        });
        for (const payment of await Promise.all(payments)) expect(payment.status).to.equal('succeeded');
        await eventually('the webhooks arrive', async () => receiver.received.length === payments.length);
      } finally {
        receiver.close();
      }
    });

    it('lets a key that another process revokes be refused within a second', async () => {
      const direct = await startApp({ DATABASE_URL: databaseUrl });
      try {
        const { id, key } = await createKey(app);
        expect((await app.call('/api/auth', { key })).status).to.equal(200);
        expect((await direct.call(`/api/auth/keys/${id}`, { method: 'DELETE' })).status).to.equal(204);
        const deadline = Date.now() + 1_000;
        while ((await app.call('/api/auth', { key })).status !== 401) expect(Date.now()).to.be.below(deadline);
      } finally {
        await direct.stop();
      }
    });

    it('lets an empty database be migrated, and products be imported and exported by commands', async () => {
      const name = `empty_transactions_${process.pid}`;
      await administer(`create database ${name}`);
      const empty = await startPgBouncer(program, urlOf(name), { poolSize: 1, mode: 'transaction' });
      const folder = await mkdtemp(path.join(tmpdir(), 'pooled-'));
      const own = { DATABASE_URL: empty.url, DATABASE_POOLER: 'transaction', SECRET_KEY };
      try {
        const service = await spawnService({ ...own, DATABASE_LISTEN_URL: urlOf(name) });
        const call = callerOf(service.url, await ownerKeyOf(service.url));
        const [before, after] = [path.join(folder, 'before.csv'), path.join(folder, 'after.csv')];
        await writeFile(before, 'sku,name,price,currency,stock\nA-1,Linen shirt,19.99,EUR,3\n');
        expect((await spawnCommand(['import', before], own).ended).code).to.equal(0);
        expect((await call('/api/products')).json.data).to.have.length(1);
        expect((await spawnCommand(['export', after], own).ended).code).to.equal(0);
        expect(await readFile(after, 'utf8')).to.include('Linen shirt');
        expect((await service.end('SIGTERM')).code).to.equal(0);
      } finally {
        await empty.stop();
        await rm(folder, { recursive: true, force: true });
        await administer(`drop database ${name} with (force)`);
      }
    });

    it('limits each transaction and statement as without it, and leaves other clients without limits', async () => {
      const limitsOf = async (url: string, pooler: 'session' | 'transaction') => {
        const database = await openDatabase({ url }, { pooler });
        try {
          const { reads, searches } = await database.publicReads();
          const queries = [database.query, reads.query, searches.query];
          const outside = [...queries, database.queryInBackground].map((query) => query({ text: `select ${SHOWN}` }));
          const client = await database.pool.connect();
          void client.query('begin');
          const { rows } = await client.query(`select ${SHOWN}`);
          await client.query('rollback');
          client.release();
          return [rows, ...(await Promise.all(outside))];
        } finally {
          await database.close();
        }
      };
      const pooled = await limitsOf(bouncer.url, 'transaction');
      expect(pooled[0]).to.deep.equal([{ limits: ['10s', '3s', '30s', 'off', 'off'] }]);
      expect(pooled).to.deep.equal(await limitsOf(databaseUrl, 'session'));
      const others = Array.from({ length: SERVER_CONNECTIONS }, () =>
        runSql(bouncer.url, `select ${SHOWN}, pg_sleep(0.2)::text`),
      );
      const [unlimited] = await runSql(databaseUrl, `select ${SHOWN}`);
      for (const [row] of await Promise.all(others)) expect(row?.['limits']).to.deep.equal(unlimited?.['limits']);
      expect(await runSql(bouncer.url, 'select * from pg_prepared_statements')).to.deep.equal([]);
      expect(await runSql(bouncer.url, 'select pg_listening_channels()')).to.deep.equal([]);
    });

    it('ends a public read after its limit, and the statements beside it go on', async () => {
      const database = await openDatabase({ url: bouncer.url }, { pooler: 'transaction' });
      try {
        const { reads } = await database.publicReads();
        const slow = reads.query({ text: 'select pg_sleep(20)' }).then(
          () => 'read',
          (error: { kind: string }) => error.kind,
        );
        const [row] = await reads.query<{ n: number }>({ text: 'select $1::integer as n', values: [7] });
        expect(row?.n).to.equal(7);
        expect(await slow).to.equal('unavailable');
      } finally {
        await database.close();
      }
    });

    it('loses and doubles no order when it restarts under load, and failed requests may be sent again', async () => {
      const product = await createProduct(app, { stock: 10_000 });
      const failures: Reply[] = [];
      let placed = 0;
      const place = async (key: string): Promise<void> => {
        const headers = { 'Idempotency-Key': key };
        await eventually('the order is placed', async () => {
          const reply = await app.call('/api/orders', { method: 'POST', headers, body: orderOf(product) });
          if (reply.status !== 201) failures.push(reply);
          return reply.status === 201;
        });
        placed += 1;
      };
      let isOver = false;
      const clients = Array.from({ length: 8 }, async (_, client) => {
        for (let number = 0; !isOver; number += 1) await place(`restart-${client}-${number}`);
      });
      await eventually('orders are placed', async () => placed > 50);
      await bouncer.crash();
      await eventually('orders fail', async () => failures.length > 20);
      await bouncer.restart();
      const before = placed;
      await eventually('orders are placed again', async () => placed > before + 50);
      isOver = true;
      await Promise.all(clients);
      for (const { status, headers } of failures) {
        // a request whose connection broke after its commit has begun may still be in progress
        expect(status).to.be.oneOf([503, 409]);
        expect(headers.get('retry-after')).to.match(/^[1-9]\d*$/);
      }
      expect((await app.call(`/api/products/${product.id}`)).json.stock).to.equal(10_000 - placed);
      const [row] = await runSql(
        databaseUrl,
        `select count(*)::integer as count from order_items where product_id = '${product.id}'`,
      );
      expect(row?.['count']).to.equal(placed);
    });

    it('is named at the start where a setting does not suit it', async () => {
      const own = { DATABASE_URL: bouncer.url, SECRET_KEY };
      expect((await spawnFailingService(own)).stderr).to.equal(
        'DATABASE_URL leads through a pooler in transaction mode: set DATABASE_POOLER to transaction.\n',
      );
      const listening = { ...own, DATABASE_POOLER: 'transaction', DATABASE_LISTEN_URL: bouncer.url };
      expect((await spawnFailingService(listening)).stderr).to.match(/^DATABASE_LISTEN_URL leads through a pooler in /);
      const elsewhere = { ...listening, DATABASE_LISTEN_URL: await createDatabase() };
      expect((await spawnFailingService(elsewhere)).stderr).to.equal(
        'DATABASE_LISTEN_URL and DATABASE_URL name different databases.\n',
      );
    });

    it('serves without a connection for notifications, and a log line says so', async () => {
      const { log, lines } = aLog();
      const deaf = await startApp({ DATABASE_URL: bouncer.url, DATABASE_POOLER: 'transaction' }, { log });
      try {
        expect(lines.map(({ message }) => message).join()).to.include('without DATABASE_LISTEN_URL');
        const { id, key } = await createKey(deaf);
        expect((await deaf.call('/api/auth', { key })).status).to.equal(200);
        expect((await app.call(`/api/auth/keys/${id}`, { method: 'DELETE' })).status).to.equal(204);
        expect((await deaf.call('/api/auth', { key })).status).to.equal(401);
      } finally {
        await deaf.stop();
      }
    });
  });
}
