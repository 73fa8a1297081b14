import { expect } from 'chai';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { CONNECTIONS } from '#adapters/postgres/connection/pools.ts';
import { createKey, createProduct } from '../../support/builders/resources.ts';
import { installed } from '../../support/installed.ts';
import { callerOf, ownerKeyOf } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { type PgBouncer, startPgBouncer } from '../../support/servers/pgbouncer.ts';
import { administer, createDatabase } from '../../support/servers/postgres.ts';
import { noteStatements } from '../../support/servers/sent-statements.ts';
import { killLeftovers, spawnService } from '../../support/servers/spawn-service.ts';
import { startApp } from '../../support/servers/start-app.ts';

const program = installed('pgbouncer');

/** Of one process, with the listening one. */
const NEEDED = Object.values(CONNECTIONS).reduce((sum, count) => sum + count, 1);

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'enable_seqscan', 'jit'];

if (program !== undefined) {
  describe('a PgBouncer in session mode', () => {
    let databaseUrl: string;
    let bouncer: PgBouncer;

    before(async () => {
      databaseUrl = await createDatabase();
      bouncer = await startPgBouncer(program, databaseUrl, { poolSize: 2 * NEEDED });
    });
    after(async () => {
      killLeftovers();
      await bouncer.stop();
    });

    it('serves a process from its start to its end, and notifications reach it', async () => {
      const app = await startApp({ DATABASE_URL: bouncer.url });
      const direct = await startApp({ DATABASE_URL: databaseUrl });
      try {
        const product = await createProduct(app);
        expect((await direct.call(`/api/products/${product.id}`)).json.name).to.equal(product.name);
        const { id, key } = await createKey(app);
        expect((await app.call('/api/auth', { key })).status).to.equal(200);
        expect((await direct.call(`/api/auth/keys/${id}`, { method: 'DELETE' })).status).to.equal(204);
        const deadline = Date.now() + 1_000;
        while ((await app.call('/api/auth', { key })).status !== 401) expect(Date.now()).to.be.below(deadline);
      } finally {
        await Promise.all([app.stop(), direct.stop()]);
      }
    });

    it('lets an empty database be migrated, by the command of a service of its own', async () => {
      const name = `empty_${process.pid}`;
      await administer(`create database ${name}`);
      const url = new URL(databaseUrl);
      url.pathname = name;
      const empty = await startPgBouncer(program, url.href, { poolSize: NEEDED });
      try {
        const service = await spawnService({
          DATABASE_URL: empty.url,
          SECRET_KEY: 'the secret key of the service behind it',
        });
        const call = callerOf(service.url, await ownerKeyOf(service.url));
        expect((await call('/api/auth')).status).to.equal(200);
        expect((await service.end('SIGTERM')).code).to.equal(0);
      } finally {
        await empty.stop();
        await administer(`drop database ${name}`);
      }
    });

    it('gives every connection the limits that it has without one, at no cost of a statement', async () => {
      const limitsOf = async (url: string) => {
        const database = await openDatabase({ url });
        try {
          const shown = LIMITS.map((name) => `current_setting('${name}')`).join(', ');
          const limits = [];
          for (const [use, pool] of Object.entries(database.pools)) {
            const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
            for (const client of clients) {
              limits.push([use, (await client.query(`select array[${shown}] as values`)).rows[0].values]);
              client.release();
            }
          }
          const sent = await noteStatements(database);
          await database.query({ text: 'select 1' });
          return { limits, sent: sent.texts() };
        } finally {
          await database.close();
        }
      };
      const [pooled, direct] = [await limitsOf(bouncer.url), await limitsOf(databaseUrl)];
      expect(pooled).to.deep.equal(direct);
      expect(direct.sent).to.deep.equal(['select 1']);
      expect(direct.limits).to.deep.include(['transactions', ['10s', '3s', '30s', 'off', 'off']]);
      expect(direct.limits).to.deep.include(['publicReads', ['3s', '3s', '30s', 'off', 'off']]);
      // what a client has set is forgotten with its connection
      expect((await runSql(bouncer.url, 'show lock_timeout'))[0]).to.deep.equal({ lock_timeout: '0' });
    });
  });
}
