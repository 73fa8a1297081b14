import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { type Caller, callerOf, ownerKeyOf } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { debianPostgres } from '../../support/servers/debian-postgres.ts';
import { type DebianServer, makeServer } from '../../support/servers/debian-server.ts';
import { startPrimary } from '../../support/servers/replicated-postgres.ts';
import { killLeftovers, runAdmin, spawnService } from '../../support/servers/spawn-service.ts';

const PAGE = path.join(import.meta.dirname, '../../../docs/high-availability.md');

const SECRET_KEY = 'the secret key of a shop with an archive';

/** The settings of the page: for the archive, and for the restore. */
const settingsOnPage = async (): Promise<readonly string[]> =>
  [...(await readFile(PAGE, 'utf8')).matchAll(/^```ini\n(.+?)^```/gms)].map(([, settings = '']) => settings);

const folder = debianPostgres();

if (folder !== undefined) {
  describe('a database restored to a point in time', () => {
    let server: DebianServer;
    let restored: DebianServer;

    before(async () => {
      server = await startPrimary(folder);
      restored = await makeServer(folder);
    });
    after(async () => {
      killLeftovers();
      for (const each of [server, restored]) await each?.remove();
    });

    const archive = () => path.join(path.dirname(server.data), 'archive');

    const configure = (of: DebianServer, settings: string) =>
      appendFile(path.join(of.data, 'postgresql.conf'), settings.replaceAll('/mnt/archive', archive()));

    const startArchive = async (settings: string): Promise<void> => {
      await server.stop();
      await mkdir(archive());
      // PostgreSQL may run as another user
      await chmod(archive(), 0o777);
      await configure(server, settings);
      await server.start();
    };

    const backUp = (): Promise<void> => {
      const address = `--dbname=host=127.0.0.1 port=${server.port} user=postgres`;
      return restored.run('pg_basebackup', address, '--checkpoint=fast', `--pgdata=${restored.data}`, '--no-sync');
    };

    const withService = async <T>(url: string, use: (call: Caller) => Promise<T>): Promise<T> => {
      const service = await spawnService({ DATABASE_URL: url, SECRET_KEY });
      const result = await use(callerOf(service.url, await ownerKeyOf(service.url)));
      await service.end('SIGTERM');
      return result;
    };

    /** Everything archived that was written until now. */
    const untilArchived = async (): Promise<void> => {
      const [last] = await runSql(server.urlOf('postgres'), 'select pg_walfile_name(pg_switch_wal()) as name');
      const archived = 'select last_archived_wal as name from pg_stat_archiver';
      await eventually('the WAL is archived', async () => {
        const [row] = await runSql(server.urlOf('postgres'), archived);
        return String(row?.['name']) >= String(last?.['name']);
      });
    };

    it('serves what was there before a mistake, and passes the operator’s check', async () => {
      const [forArchive = '', forRestore = ''] = await settingsOnPage();
      await startArchive(forArchive);
      await backUp();
      const shown = (call: Caller) =>
        Promise.all(['/api/products', '/api/orders'].map(async (at) => (await call(at)).text));
      const { time, before } = await withService(server.urlOf('postgres'), async (call) => {
        const product = (await call('/api/products', { method: 'POST', body: { name: 'shirt', price: 1 } })).json.id;
        const items = [{ product_id: product, quantity: 1 }];
        await call('/api/orders', { method: 'POST', body: { items, anonymous: true } });
        const before = await shown(call);
        const [now] = await runSql(server.urlOf('postgres'), 'select now()::text as time');
        await call('/api/orders', { method: 'POST', body: { items, anonymous: true } });
        expect((await call(`/api/products/${product}`, { method: 'DELETE' })).status).to.equal(204);
        return { time: String(now?.['time']), before };
      });
      await untilArchived();
      await server.kill();
      await configure(restored, forRestore.replace(/'2026[^']+'/, `'${time}'`));
      await writeFile(path.join(restored.data, 'recovery.signal'), '');
      await restored.start();
      const url = restored.urlOf('postgres');
      await eventually('it is promoted', async () => {
        const [row] = await runSql(url, 'select pg_is_in_recovery() as restoring');
        return row?.['restoring'] === false;
      });
      const { code, stdout } = await runAdmin(['check'], { DATABASE_URL: url, SECRET_KEY });
      expect([code, stdout.includes('ledger: balanced')], stdout).to.deep.equal([0, true]);
      expect(await withService(url, shown)).to.deep.equal(before);
    });
  });
}
