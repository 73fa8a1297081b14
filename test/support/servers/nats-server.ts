import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { runServer, type ServerProcess } from './server-process.ts';

/** A NATS server with JetStream, whose streams survive restarts. */
export type NatsServer = ServerProcess & Readonly<{ url: string; port: number; close(): Promise<void> }>;

/** Starts a server for one user or for everybody. */
export const startNatsServer = async (
  program: string,
  user?: Readonly<{ name: string; password: string }>,
): Promise<NatsServer> => {
  const port = await freePort();
  const directory = await mkdtemp(path.join(tmpdir(), 'nats-'));
  const login = user === undefined ? [] : ['--user', user.name, '--pass', user.password];
  const args = ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', directory, ...login];
  const server = await runServer(program, args, port);
  return {
    ...server,
    url: `nats://127.0.0.1:${port}`,
    port,
    async close() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
