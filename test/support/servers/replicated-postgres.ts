import { eventually } from '../eventually.ts';
import { runSql } from './database.ts';
import { type DebianServer, initialize, makeServer } from './debian-server.ts';

/** Starts a primary with Debian's programs, which permits replication: the defaults of PostgreSQL do. */
export const startPrimary = async (folder: string): Promise<DebianServer> => {
  const server = await makeServer(folder);
  await initialize(server);
  await server.start();
  return server;
};

type StandbyOptions = Readonly<{
  /** Its name at the primary: that of its replication slot too. */
  name?: string;
  /** Whether the primary commits only what this standby has stored. */
  isSynchronous?: boolean;
}>;

/** Copies a primary by `pg_basebackup`, and starts the copy as its standby. */
export const startStandby = async (
  folder: string,
  primary: DebianServer,
  { name = 'standby', isSynchronous = false }: StandbyOptions = {},
): Promise<DebianServer> => {
  const standby = await makeServer(folder);
  await standby.run(
    'pg_basebackup',
    `--dbname=host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`,
    ...['--pgdata', standby.data, '--write-recovery-conf', '--create-slot', '--slot', name],
    ...['--checkpoint', 'fast', '--no-sync'],
  );
  await standby.start();
  if (isSynchronous) await setSynchronous(primary, name);
  const state = isSynchronous ? 'sync' : 'async';
  await eventually(`the standby is ${state}`, async () => (await stateOf(primary, name)) === state);
  return standby;
};

/** Lets a primary commit only what the standby has stored; with null, it waits for none. */
export const setSynchronous = async (primary: DebianServer, name: string | null): Promise<void> => {
  await runSql(
    primary.urlOf('postgres'),
    `alter system set synchronous_standby_names = '${name ?? ''}'`,
    'select pg_reload_conf()',
  );
};

const stateOf = async (primary: DebianServer, name: string): Promise<unknown> => {
  const text = `select sync_state from pg_stat_replication where application_name = '${name}' and state = 'streaming'`;
  return (await runSql(primary.urlOf('postgres'), text))[0]?.['sync_state'];
};
