import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { changeOwner, chooseIdentity } from '#adapters/postgres/embedded/embedded-program.ts';
import { freePort } from './free-port.ts';

const VERSIONS = '/usr/lib/postgresql';

const run = promisify(execFile);

/** The folder of Debian's PostgreSQL programs, the newest version; undefined where there are none. */
export const debianPostgres = (): string | undefined => {
  try {
    const [newest] = readdirSync(VERSIONS).sort((one, other) => Number(other) - Number(one));
    const folder = path.join(VERSIONS, newest ?? '', 'bin');
    for (const program of ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore', 'createdb', 'psql']) {
      accessSync(path.join(folder, program), constants.X_OK);
    }
    return folder;
  } catch {
    return undefined;
  }
};

/** A server with the programs of its own version, as an operator has them. */
export type OperatorsPostgres = Readonly<{
  urlOf(database: string, role?: string): string;
  /** Runs a program such as `pg_dump`. */
  run(program: string, ...args: string[]): Promise<void>;
  stop(): Promise<void>;
}>;

export const startDebianPostgres = async (folder: string): Promise<OperatorsPostgres> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'postgres-'));
  const identity = chooseIdentity(directory);
  await changeOwner(identity, directory);
  const data = path.join(directory, 'data');
  const port = await freePort();
  const start = (program: string, args: readonly string[]) => {
    const [file = '', ...all] = [...identity.command, path.join(folder, program), ...args];
    return run(file, all, { cwd: directory, timeout: 60_000 });
  };
  // without a locale of the machine, PostgreSQL would know no encoding
  const encoding = ['--encoding', 'UTF8', '--locale', 'C.UTF-8'];
  await start('initdb', ['--pgdata', data, '--auth', 'trust', '--username', 'postgres', '--no-sync', ...encoding]);
  const options = `-p ${port} -k ${directory} -c listen_addresses=127.0.0.1 -c fsync=off`;
  await start('pg_ctl', [
    '--pgdata',
    data,
    '--options',
    options,
    '--log',
    path.join(directory, 'log'),
    '--wait',
    'start',
  ]);
  const address = ['--host', '127.0.0.1', '--port', String(port), '--username', 'postgres'];
  return {
    urlOf: (database, role = 'postgres') => `postgres://${role}@127.0.0.1:${port}/${database}`,
    run: async (program, ...args) => void (await run(path.join(folder, program), [...address, ...args])),
    async stop() {
      await start('pg_ctl', ['--pgdata', data, '--mode', 'immediate', '--wait', 'stop']);
      await rm(directory, { recursive: true, force: true });
    },
  };
};
