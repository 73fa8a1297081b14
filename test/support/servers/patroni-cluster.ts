import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changeOwner, chooseIdentity } from '#adapters/postgres/embedded/embedded-program.ts';
import { eventually } from '../eventually.ts';
import { killServer } from './debian-server.ts';
import { runServer } from './server-process.ts';

type Programs = Readonly<Record<'etcd' | 'patroni' | 'haproxy' | 'postgres', string>>;

/** What Patroni's REST API says of a node. */
type State = Readonly<{ role?: string; replication?: readonly Readonly<{ sync_state: string }>[] }>;

type PatroniNode = Readonly<{
  /** The URL of a database on this node, whatever its role is. */
  urlOf(database: string): string;
  /** undefined while it does not answer. */
  state(): Promise<State | undefined>;
  start(): Promise<void>;
  /** Ends Patroni and PostgreSQL by SIGKILL, as the loss of the machine does. */
  kill(): Promise<void>;
}>;

/** Two nodes of PostgreSQL under Patroni, with the configuration of `docker/high-availability`. */
export type PatroniCluster = Readonly<{
  nodes: readonly [PatroniNode, PatroniNode];
  /** The URL of a database on the primary, through HAProxy. */
  urlOf(database: string): string;
  stop(): Promise<void>;
}>;

const CONFIGURATION = path.join(import.meta.dirname, '../../../docker/high-availability');

const CREDENTIALS = 'postgres:change-me';

/** The first three parts of a loopback address, so that the ports of the configuration are free. */
const loopbackNetwork = (): string =>
  `127.${[20, 1].map((least) => least + Math.floor(Math.random() * 200)).join('.')}`;

/** Starts the cluster, and waits until its standby is synchronous. */
export const startPatroniCluster = async (programs: Programs): Promise<PatroniCluster> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'patroni-'));
  const network = loopbackNetwork();
  const read = async (file: string) =>
    (await readFile(path.join(CONFIGURATION, file), 'utf8')).replaceAll('10.0.0.', `${network}.`);
  const etcd = await startEtcd(programs.etcd, directory, `${network}.10`);
  const patroni = await read('patroni.yml');
  const nodes = [
    await makeNode(programs, patroni, { name: 'one', host: `${network}.11` }),
    await makeNode(programs, patroni.replaceAll(`${network}.11`, `${network}.12`), {
      name: 'two',
      host: `${network}.12`,
    }),
  ] as const;
  for (const node of nodes) {
    await node.start();
    await eventually('the node runs', async () => (await node.state())?.role !== undefined);
  }
  await eventually('the standby is synchronous', async () =>
    Boolean((await nodes[0].state())?.replication?.some(({ sync_state: state }) => state === 'sync')),
  );
  const file = path.join(directory, 'haproxy.cfg');
  await writeFile(file, await read('haproxy.cfg'));
  const haproxy = await runServer(programs.haproxy, ['-db', '-f', file], 5432, `${network}.10`);
  return {
    nodes,
    urlOf: (database) => `postgres://${CREDENTIALS}@${network}.10:5432/${database}`,
    async stop() {
      for (const node of nodes) await node.remove();
      await haproxy.stop();
      await etcd.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const startEtcd = (program: string, directory: string, host: string) => {
  const [clients, peers] = [`http://${host}:2379`, `http://${host}:2380`];
  const urls = { 'listen-client-urls': clients, 'advertise-client-urls': clients, 'listen-peer-urls': peers };
  const cluster = { 'initial-advertise-peer-urls': peers, 'initial-cluster': `default=${peers}` };
  const options = { 'data-dir': path.join(directory, 'etcd'), ...urls, ...cluster };
  return runServer(
    program,
    Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    2379,
    host,
  );
};

/** Writes a node's own configuration, with its folders in the directory. @returns its data folder and its file. */
const configure = async (
  directory: string,
  configuration: string,
  { name, postgres }: Record<'name' | 'postgres', string>,
) => {
  const [data, file] = [path.join(directory, 'data'), path.join(directory, 'patroni.yml')];
  const own = configuration
    .replace('name: one', `name: ${name}`)
    .replace('/var/lib/postgresql/15/commerce', data)
    .replace('/usr/lib/postgresql/15/bin', postgres)
    .replace('/var/run/postgresql', directory);
  await writeFile(file, own);
  return { data, file };
};

const makeNode = async (programs: Programs, configuration: string, { name, host }: { name: string; host: string }) => {
  const directory = await mkdtemp(path.join(tmpdir(), `patroni-${name}-`));
  const { data, file } = await configure(directory, configuration, { name, postgres: programs.postgres });
  const identity = chooseIdentity(directory);
  await changeOwner(identity, directory);
  let ended: Promise<unknown> = Promise.resolve();
  let killPatroni = (): void => {};
  const kill = async (): Promise<void> => {
    killPatroni();
    await ended;
    await killServer(data);
  };
  return {
    urlOf: (database: string) => `postgres://${CREDENTIALS}@${host}:5432/${database}`,
    async state(): Promise<State | undefined> {
      const reply = await fetch(`http://${host}:8008/patroni`).catch(() => undefined);
      return reply && ((await reply.json()) as State);
    },
    async start() {
      const [program = '', ...args] = [...identity.command, programs.patroni, file];
      const child = spawn(program, args, { cwd: directory, stdio: 'ignore', env: { ...process.env, HOME: directory } });
      killPatroni = () => void child.kill('SIGKILL');
      process.once('exit', killPatroni);
      ended = once(child, 'exit').then(() => process.off('exit', killPatroni));
    },
    kill,
    async remove() {
      await kill();
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
};
