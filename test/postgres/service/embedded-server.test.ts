import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import sinon from 'sinon';
import {
  type EmbeddedServer,
  EmbeddedServerError,
  startEmbeddedServer,
} from '#adapters/postgres/embedded/embedded-server.ts';

type Address = Pick<EmbeddedServer, 'host' | 'port'>;

const SCRIPT = path.join(import.meta.dirname, '../../support/servers/run-embedded-server.ts');

describe('embedded PostgreSQL', () => {
  const servers: EmbeddedServer[] = [];
  const children: ChildProcess[] = [];
  const hosts = new Set<string>();
  let root: string;
  let made: string; // an existing data directory, for tests that are not about the first start

  const start = async (directory: string, settings: Record<string, string> = {}): Promise<EmbeddedServer> => {
    const server = await startEmbeddedServer({ directory, log: () => {}, settings: { fsync: 'off', ...settings } });
    servers.push(server);
    hosts.add(server.host);
    return server;
  };

  const spawnOn = (directory: string, env: NodeJS.ProcessEnv = {}): ChildProcess => {
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const child = spawn(process.execPath, [SCRIPT, directory], { stdio: [...stdio], env: { ...process.env, ...env } });
    children.push(child);
    return child;
  };

  const startElsewhere = async (directory: string, env?: NodeJS.ProcessEnv) => {
    const child = spawnOn(directory, env);
    const [line] = await once(child.stdout ?? child, 'data');
    const address = JSON.parse(String(line)) as Address;
    hosts.add(address.host);
    return { ...address, end: (signal: NodeJS.Signals) => end(child, signal) };
  };

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'embedded-server-'));
    await chmod(root, 0o755);
    made = path.join(root, '.data', 'postgres');
    const server = await start(made);
    await query(server, 'create table note (text text)');
    await server.stop();
  });

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    await Promise.all(children.splice(0).map((child) => end(child, 'SIGKILL')));
    await until(() => !existsSync(path.join(made, 'postmaster.pid')), 15);
  });

  after(async () => {
    for (const folder of [root, ...hosts]) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('starts an existing database with its data', async () => {
    const text = await note(await start(made));
    await servers.pop()?.stop();
    expect(await notes(await start(made))).to.include(text);
  });

  it('creates a database with durable defaults behind a private socket', async () => {
    const directory = path.join(root, 'first', 'start', 'postgres');
    const server = await startEmbeddedServer({ directory, log: () => {} });
    servers.push(server);
    hosts.add(server.host);
    const names = ['fsync', 'synchronous_commit', 'listen_addresses', 'jit', 'data_directory', 'TimeZone'];
    const rows = await query(server, `select ${names.map((name) => `current_setting('${name}') as "${name}"`).join()}`);
    expect(rows[0]).to.deep.equal({
      fsync: 'on',
      synchronous_commit: 'on',
      listen_addresses: '',
      jit: 'off',
      data_directory: directory,
      TimeZone: 'UTC',
    });
    expect(spawnSync('stat', ['-c', '%a', server.host]).stdout.toString().trim()).to.equal('700');
    expect(readdirSync(path.dirname(directory))).to.deep.equal(['postgres']);
  });

  it('gives three concurrent first starts the same server and leaves no files', async () => {
    const directory = path.join(root, 'three', 'postgres');
    const all = await Promise.all([1, 2, 3].map(() => startElsewhere(directory)));
    const texts: string[] = [];
    for (const each of all) texts.push(await note(each));
    for (const each of all) expect(await notes(each)).to.include.members(texts);
    expect(readdirSync(path.dirname(directory))).to.deep.equal(['postgres']);
  });

  it('is shared by other processes and survives their stop', async () => {
    const owner = await start(made);
    const other = await startElsewhere(made);
    expect(other.host).to.equal(owner.host);
    expect(await notes(other)).to.deep.equal(await notes(owner));
    await other.end('SIGTERM');
    const text = await note(owner);
    expect(await notes(owner)).to.include(text);
  });

  it('stops cleanly when its process is killed and keeps committed data', async () => {
    const owner = await startElsewhere(made);
    const pid = serverPid(made);
    const text = await note(owner);
    await owner.end('SIGKILL');
    await until(() => isGone(pid));
    expect(existsSync(path.join(made, 'postmaster.pid'))).to.equal(false);
    expect(await notes(await start(made))).to.include(text);
  });

  it('restarts right after its process was killed', async () => {
    const owner = await startElsewhere(made);
    const text = await note(owner);
    const client = await connect(owner); // a connected client delays the old server's stop
    await owner.end('SIGKILL');
    const server = await start(made);
    await client.end().catch(() => {});
    expect(await eventually(() => notes(server))).to.include(text);
  });

  it('stops while clients are connected', async () => {
    const server = await start(made);
    const client = await connect(server);
    await client.query('begin');
    const pid = serverPid(made);
    await server.stop();
    expect(isGone(pid)).to.equal(true);
    await client.end().catch(() => {});
  });

  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    it(`is restarted at the same address by a sharing process when its owner ends by ${signal}`, async () => {
      const owner = await startElsewhere(made);
      const heir = await start(made);
      const text = await note(heir);
      await owner.end(signal);
      const from = performance.now();
      expect(await eventually(() => notes(heir))).to.include(text);
      expect(performance.now() - from).to.be.below(10_000);
      await heir.stop();
      expect(existsSync(path.join(made, 'postmaster.pid'))).to.equal(false);
    });
  }

  it('is restarted by one of two sharing processes, for both', async () => {
    const owner = await startElsewhere(made);
    const heirs = [await start(made), await start(made)];
    await owner.end('SIGKILL');
    for (const heir of heirs) await eventually(() => notes(heir));
    await heirs[0]?.stop();
    for (const heir of heirs.slice(1)) await eventually(() => notes(heir));
  });

  it('is restarted after a crash, but not after a stop', async () => {
    const server = await start(made);
    const text = await note(server);
    const pid = serverPid(made);
    process.kill(pid, 'SIGKILL');
    await until(() => isGone(pid));
    expect(await eventually(() => notes(server))).to.include(text);
    await server.stop();
    await sleep(700);
    expect(existsSync(path.join(made, 'postmaster.pid'))).to.equal(false);
  });

  it('ignores the lock file of a dead server whose process id was reused', async () => {
    const server = await start(made);
    const [, ...lines] = readFileSync(path.join(made, 'postmaster.pid'), 'utf8').split('\n');
    await server.stop();
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    children.push(other);
    await writeFile(path.join(made, 'postmaster.pid'), [other.pid, ...lines].join('\n'));
    await writeFile(path.join(server.host, '.s.PGSQL.5432.lock'), [other.pid, ...lines].join('\n'));
    expect(await notes(await start(made))).to.be.an('array');
    expect(other.exitCode).to.equal(null);
  });

  it('removes leftovers of a killed first start', async () => {
    const directory = path.join(root, 'killed', 'postgres');
    const child = spawnOn(directory);
    await until(() => asides(directory).some((aside) => existsSync(path.join(aside, 'base'))));
    await end(child, 'SIGKILL');
    expect(asides(directory)).to.have.length(1);
    expect(existsSync(directory)).to.equal(false);
    // initdb cleans up too, until it ends
    await until(() => !isInUse(path.dirname(directory)));
    await start(directory);
    expect(readdirSync(path.dirname(directory))).to.deep.equal(['postgres']);
  });

  it('runs as nobody for root without user namespaces, also on a database created by root', async function () {
    if (process.getuid?.() !== 0 || !nobodyCanRead(SCRIPT)) return this.skip();
    const programs = path.join(root, 'programs');
    await mkdir(programs);
    await writeFile(path.join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const { PATH } = process.env;
    const text = await note(await start(made));
    await servers.pop()?.stop();
    const owner = await startElsewhere(made, { PATH: `${programs}:${PATH}` });
    const pid = serverPid(made);
    expect(
      spawnSync('stat', ['-c', '%u', `/proc/${pid}`])
        .stdout.toString()
        .trim(),
    ).to.equal('65534');
    expect(await notes(owner)).to.include(text);
    await owner.end('SIGKILL');
    await until(() => isGone(pid));
    expect(await notes(await start(made))).to.include(text);
  });

  describe('a failed start', () => {
    const startupError = async (directory: string, settings?: Record<string, string>): Promise<string> => {
      const error = await start(directory, settings).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(EmbeddedServerError);
      return error instanceof Error ? error.message : '';
    };

    it('reports a data folder that is not writable', async () => {
      await writeFile(path.join(root, 'file'), '');
      const directory = path.join(root, 'file', 'postgres');
      expect(await startupError(directory)).to.match(/^The data folder .*\/file\/postgres is not writable: E.*\.$/);
      expect(await startupError('/proc/none/postgres')).to.match(
        /^The data folder \/proc\/none\/postgres is not writable: E/,
      );
    });

    it('reports data of another PostgreSQL version', async () => {
      const directory = path.join(root, 'old');
      await mkdir(directory);
      await writeFile(path.join(directory, 'PG_VERSION'), '9\n');
      expect(await startupError(directory)).to.match(/was created by PostgreSQL 9, which PostgreSQL \d+ cannot read/);
    });

    it('reports a folder with other content', async () => {
      const directory = path.join(root, 'mine');
      await mkdir(directory);
      await writeFile(path.join(directory, 'letter.txt'), 'Dear');
      expect(await startupError(directory)).to.match(/mine is not empty and contains no PostgreSQL database\.$/);
      expect(await readdir(directory)).to.deep.equal(['letter.txt']);
    });

    it('reports a platform without a PostgreSQL build', async () => {
      const arch = sinon.stub(process, 'arch').value('riscv64');
      const message = await startupError(path.join(root, 'elsewhere')).finally(() => arch.restore());
      expect(message).to.match(/^No embedded PostgreSQL for \w+-riscv64: set DATABASE_URL .* or STORAGE=memory\.$/);
      expect(existsSync(path.join(root, 'elsewhere'))).to.equal(false);
    });

    it('reports an error of PostgreSQL itself', async () => {
      const message = await startupError(made, { shared_buffers: 'plenty' });
      expect(message).to.equal('PostgreSQL did not start: invalid value for parameter "shared_buffers": "plenty".');
    });
  });
});

const connect = async ({ host, port }: Address): Promise<pg.Client> => {
  const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres' });
  client.on('error', () => {}); // a stopping server tells its clients
  await client.connect();
  return client;
};

const query = async (address: Address, sql: string, values: string[] = []): Promise<Record<string, string>[]> => {
  const client = await connect(address);
  try {
    return (await client.query<Record<string, string>>(sql, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
};

const note = async (address: Address): Promise<string> => {
  const text = crypto.randomUUID();
  await query(address, 'create table if not exists note (text text)');
  await query(address, 'insert into note values ($1)', [text]);
  return text;
};

const notes = async (address: Address): Promise<(string | undefined)[]> =>
  (await query(address, 'select text from note')).map(({ text }) => text);

const serverPid = (directory: string): number =>
  Number.parseInt(readFileSync(path.join(directory, 'postmaster.pid'), 'utf8'), 10);

/** Ended, or waiting for its parent. */
const isGone = (pid: number): boolean =>
  !existsSync(`/proc/${pid}`) || readFileSync(`/proc/${pid}/cmdline`, 'utf8') === '';

const asides = (directory: string): string[] => {
  const parent = path.dirname(directory);
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => name.startsWith('postgres.'))
    .map((name) => path.join(parent, name));
};

/** Whether a process has a path below the directory among its arguments. */
const isInUse = (directory: string): boolean =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(directory);
      } catch {
        // it has ended meanwhile
        return false;
      }
    });

const nobodyCanRead = (file: string): boolean =>
  spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', 'test', '-r', file]).status === 0;

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
};

const until = async (condition: () => boolean, seconds = 60): Promise<void> => {
  for (const deadline = Date.now() + seconds * 1_000; !condition(); await sleep(5)) {
    if (Date.now() > deadline) throw new Error(`Not within ${seconds} seconds: ${condition}`);
  }
};

const eventually = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (const deadline = Date.now() + 60_000; ; await sleep(20)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
};
