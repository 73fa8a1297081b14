import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { type Database, openDatabase } from '#adapters/postgres/connection/database.ts';
import { createProduct } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { aLog } from '../../support/log.ts';
import { type Caller, callerOf, ownerKeyOf } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { debianPostgres } from '../../support/servers/debian-postgres.ts';
import type { DebianServer } from '../../support/servers/debian-server.ts';
import { startPrimary, startStandby } from '../../support/servers/replicated-postgres.ts';
import { killLeftovers, type SpawnedService, spawnService } from '../../support/servers/spawn-service.ts';

const SECRET_KEY = 'a secret key of a shop with a standby';

const END_CHECKS = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where query ~ 'pg_control_recovery' and pid <> pg_backend_pid()`;

/** Leads connections to servers in turn. */
const balance = async (ports: readonly number[]) => {
  let next = 0;
  const server = createServer((socket) => {
    const target = connect(ports[next % ports.length] ?? 0, '127.0.0.1');
    next += 1;
    socket.on('error', () => target.destroy()).pipe(target);
    target.on('error', () => socket.destroy()).pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
};

const folder = debianPostgres();

if (folder !== undefined) {
  describe('a standby', () => {
    let primary: DebianServer;
    let standby: DebianServer;

    before(async () => {
      primary = await startPrimary(folder);
      standby = await startStandby(folder, primary);
      await onPrimary('create database shop');
    });
    after(async () => {
      killLeftovers();
      await standby?.remove();
      await primary?.remove();
    });

    const onPrimary = (...statements: string[]) => runSql(primary.urlOf('postgres'), ...statements);
    const onStandby = (...statements: string[]) => runSql(standby.urlOf('postgres'), ...statements);
    const setOnStandby = (name: string, value: string) =>
      onStandby(`alter system set ${name} = '${value}'`, 'select pg_reload_conf()');

    describe('of one database', () => {
      const { log, lines } = aLog();
      let database: Database;

      before(async () => {
        await onPrimary('create database one');
        await runSql(primary.urlOf('one'), 'create table products (id integer)', 'insert into products values (1)');
        database = await openDatabase(
          { url: primary.urlOf('one') },
          { standby: { url: standby.urlOf('one'), servesPublicReads: true }, log },
        );
      });
      after(() => database?.close());

      type Reads = Pick<Database, 'query'>;
      const readsOf = async ({ reports, publicReads }: Database): Promise<Reads[]> => {
        const { reads, searches } = await publicReads();
        return [reports, { query: reports.queryInBackground }, reads, searches];
      };
      const serves = async ({ query }: Reads): Promise<boolean> => {
        const [row] = await query<{ here: boolean }>({ text: 'select pg_is_in_recovery() as here' });
        return row?.here === true;
      };
      const isUsed = async (): Promise<boolean> => (await database.standby?.unusedSeconds()) === 0;

      it('serves reports and public reads, and nothing else', async () => {
        await eventually('the standby is used', isUsed);
        expect(await Promise.all((await readsOf(database)).map(serves))).to.deep.equal([true, true, true, true]);
        expect(await Promise.all([database, { query: database.queryInBackground }].map(serves))).to.deep.equal([
          false,
          false,
        ]);
      });

      it('serves reports only, where public reads may not lag', async () => {
        const other = await openDatabase(
          { url: primary.urlOf('one') },
          { standby: { url: standby.urlOf('one'), servesPublicReads: false }, log },
        );
        await eventually('the standby is used', async () => (await other.standby?.unusedSeconds()) === 0);
        expect(await Promise.all((await readsOf(other)).map(serves))).to.deep.equal([true, true, false, false]);
        await other.close();
      });

      it('leaves a read to the primary that it cancels for what it has to replay', async () => {
        const cancelled = async (): Promise<number> => {
          const text = "select confl_lock::integer as count from pg_stat_database_conflicts where datname = 'one'";
          return Number((await runSql(standby.urlOf('one'), text))[0]?.['count']);
        };
        const before = await cancelled();
        await setOnStandby('max_standby_streaming_delay', '100ms');
        await eventually('the standby is used', isUsed);
        const text = 'select count(*)::integer as count, pg_sleep(1)::text from products';
        const reads = (await readsOf(database)).map(({ query }) => query<{ count: number }>({ text }));
        await sleep(200);
        await runSql(primary.urlOf('one'), 'alter table products add column name text');
        expect((await Promise.all(reads)).map(([row]) => row?.count)).to.deep.equal([1, 1, 1, 1]);
        await eventually('reads were cancelled', async () => (await cancelled()) > before);
        await setOnStandby('max_standby_streaming_delay', '30s');
      });

      it('ends a public read that takes too long, once', async () => {
        await eventually('the standby is used', isUsed);
        const start = performance.now();
        const { reads } = await database.publicReads();
        const error = await reads.query({ text: 'select pg_sleep(30)' }).catch((caught) => caught);
        expect(error).to.include({ kind: 'unavailable' });
        expect(performance.now() - start).to.be.below(5_500);
      });

      it('is not used while another database, or the primary, is in its place', async () => {
        const cases = [
          [primary.urlOf('one'), 'it is not a standby'],
          [standby.urlOf('postgres'), 'relation "products" does not exist'],
          [standby.urlOf('shop'), 'relation "products" does not exist'],
          ['postgres://postgres@127.0.0.1:1/one', 'connect ECONNREFUSED 127.0.0.1:1'],
        ];
        for (const [url = '', reason] of cases) {
          const noted = aLog();
          const wrong = await openDatabase(
            { url: primary.urlOf('one') },
            { standby: { url, servesPublicReads: true }, log: noted.log },
          );
          expect(await wrong.standby?.unusedSeconds(), reason).to.be.greaterThan(0);
          expect(await Promise.all((await readsOf(wrong)).map(serves))).to.deep.equal([false, false, false, false]);
          expect(noted.lines.map(({ level, fields }) => [level, fields])).to.deep.equal([['warn', { reason }]]);
          await wrong.close();
        }
      });

      it('says of which database another one is', async () => {
        await runSql(primary.urlOf('shop'), 'create table products (id integer)');
        const noted = aLog();
        const wrong = await openDatabase(
          { url: primary.urlOf('one') },
          { standby: { url: standby.urlOf('shop'), servesPublicReads: true }, log: noted.log },
        );
        await eventually('the table is replayed', async () => {
          await wrong.standby?.unusedSeconds();
          const { reason = '' } = (noted.lines.at(-1)?.fields ?? {}) as { reason?: string };
          return /^it is \d+ 1 shop public, the primary is \d+ 1 one public$/.test(reason);
        });
        expect(await Promise.all((await readsOf(wrong)).map(serves))).to.deep.equal([false, false, false, false]);
        await wrong.close();
        await runSql(primary.urlOf('shop'), 'drop table products');
      });

      it('serves reads from the server that was checked, where its address leads to several', async () => {
        const late = await startStandby(folder, primary, { name: 'late' });
        await runSql(late.urlOf('postgres'), 'select pg_wal_replay_pause()');
        const balancer = await balance([standby.port, late.port]);
        const balanced = await openDatabase(
          { url: primary.urlOf('one') },
          { standby: { url: `postgres://postgres@127.0.0.1:${balancer.port}/one`, servesPublicReads: true }, log },
        );
        try {
          await eventually('the standby is used', async () => (await balanced.standby?.unusedSeconds()) === 0);
          const served = new Set<boolean>();
          for (let id = 100; id < 110; id += 1) {
            await runSql(primary.urlOf('one'), `update products set id = ${id}`);
            for (const reads of await readsOf(balanced)) {
              served.add(await serves(reads));
              expect(await reads.query({ text: 'select id from products' })).to.deep.equal([{ id }]);
            }
          }
          expect(served).to.include(true);
          // the checks move to the other server, and connections to this one are still open
          await runSql(late.urlOf('postgres'), 'select pg_wal_replay_resume()');
          await onStandby('select pg_wal_replay_pause()');
          await eventually('the other standby is used', async () => {
            await onStandby(END_CHECKS);
            return (await balanced.standby?.unusedSeconds()) === 0;
          });
          for (let id = 110; id < 120; id += 1) {
            await runSql(primary.urlOf('one'), `update products set id = ${id}`);
            for (const { query } of await readsOf(balanced)) {
              expect(await query({ text: 'select id from products' })).to.deep.equal([{ id }]);
            }
          }
        } finally {
          await onStandby('select pg_wal_replay_resume()');
          await balanced.close();
          balancer.close();
          await late.remove();
          await onPrimary("select pg_drop_replication_slot('late')");
        }
      });

      it('is not used while it is frozen, and is again', async () => {
        await eventually('the standby is used', isUsed);
        standby.freeze();
        const answers = await Promise.all((await readsOf(database)).map(serves));
        expect(answers).to.deep.equal([false, false, false, false]);
        expect(lines.at(-1)).to.deep.include({ level: 'warn', fields: { reason: 'it does not respond' } });
        standby.thaw();
        await eventually('the standby is used', isUsed);
        expect(lines.at(-1)?.message).to.equal('reads use the standby');
      });
    });

    describe('of two processes', () => {
      let services: SpawnedService[];
      let first: Caller;
      let second: Caller;
      let product: string;

      before(async () => {
        const settings = {
          DATABASE_URL: primary.urlOf('shop'),
          READ_DATABASE_URL: standby.urlOf('shop'),
          PUBLIC_READS_MAY_LAG: 'true',
          SECRET_KEY,
        };
        services = [await spawnService(settings), await spawnService(settings)];
        const key = await ownerKeyOf(services[0]?.url ?? '');
        [first, second] = services.map(({ url }) => callerOf(url, key)) as [Caller, Caller];
        product = (await createProduct({ call: first }, { price: 1 })).id;
        await eventually('the standby is used', isUsed);
      });
      after(() => Promise.all(services.map((service) => service.end('SIGTERM'))));

      const isUsed = async (): Promise<boolean> => {
        const replies = await Promise.all([first, second].map((call) => call('/metrics')));
        return replies.every(({ text }) => /^database_standby_unused_seconds 0$/m.test(text));
      };

      /** The price of the product in a page, a product, an export and a feed, of both processes. */
      const pricesSeen = async (): Promise<number[]> => {
        const seen = [first, second].map(async (call) => {
          const anonymous = (at: string) => call(at, { key: null });
          const [one, list, exported] = await Promise.all([
            anonymous(`/api/products/${product}`),
            anonymous('/api/products'),
            call('/api/products/export', { headers: { Accept: 'application/x-ndjson' } }),
          ]);
          const listed = list.json.data.find(({ id }: { id: string }) => id === product);
          const row = exported.text.split('\n').find((line) => line.includes(product)) ?? '{}';
          return [one.json.price, listed.price, JSON.parse(row).price];
        });
        return (await Promise.all(seen)).flat();
      };

      const changePrice = async (price: number): Promise<void> => {
        const reply = await first(`/api/products/${product}`, { method: 'PATCH', body: { price } });
        expect(reply.status, reply.text).to.equal(200);
      };

      const expectPrices = async (from: number, changes: number): Promise<void> => {
        for (let price = from; price < from + changes; price += 1) {
          await changePrice(price);
          expect(await pricesSeen()).to.deep.equal(Array(6).fill(price));
        }
      };

      it('shows each write in the next read of any of them', () => expectPrices(100, 50));

      it('shows it too while the standby applies everything late', async () => {
        for (const delay of ['20ms', '500ms']) {
          await setOnStandby('recovery_min_apply_delay', delay);
          await expectPrices(delay === '20ms' ? 200 : 300, 15);
        }
        await setOnStandby('recovery_min_apply_delay', '0');
      });

      it('reads from the primary while the standby replays nothing', async () => {
        await eventually('the standby is used', isUsed);
        await onStandby('select pg_wal_replay_pause()');
        await expectPrices(400, 5);
        await eventually('the standby is not used', async () => !(await isUsed()));
        await onStandby('select pg_wal_replay_resume()');
        await eventually('the standby is used', isUsed);
      });

      it('reads from the primary while the standby is gone, and from the standby when it is back', async () => {
        await standby.kill();
        await expectPrices(500, 5);
        await standby.start();
        await eventually('the standby is used', isUsed);
        await expectPrices(600, 5);
      });

      it('does not read from a standby that was made a primary', async () => {
        await standby.promote();
        await runSql(standby.urlOf('shop'), 'update products set price = 1');
        await expectPrices(700, 5);
        await eventually('the standby is not used', async () => !(await isUsed()));
      });
    });
  });
}
