import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { initialize, makeServer } from './debian-server.ts';

const VERSIONS = '/usr/lib/postgresql';

const run = promisify(execFile);

/** The folder of Debian's PostgreSQL programs, the newest version; undefined where there are none. */
export const debianPostgres = (): string | undefined => {
  try {
    const [newest] = readdirSync(VERSIONS).sort((one, other) => Number(other) - Number(one));
    const folder = path.join(VERSIONS, newest ?? '', 'bin');
    for (const program of ['initdb', 'pg_ctl', 'pg_basebackup', 'pg_dump', 'pg_restore', 'createdb', 'psql']) {
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
  const server = await makeServer(folder);
  await initialize(server);
  await server.start();
  const address = ['--host', '127.0.0.1', '--port', String(server.port), '--username', 'postgres'];
  return {
    urlOf: server.urlOf,
    run: async (program, ...args) => void (await run(path.join(folder, program), [...address, ...args])),
    stop: server.remove,
  };
};
