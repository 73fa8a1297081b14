import { randomBytes, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Container } from 'inversify';
import { HttpRefusal, toProblem } from '#adapters/http/pipeline/problem.ts';
import { BASE_HEADERS } from '#adapters/http/pipeline/request-log.ts';
import { makeHttpServer } from '#adapters/http/server/http-server.ts';
import type { Log } from '#core/shared/log.ts';
import type { Config } from './config.ts';
import { buildContainer } from './container.ts';
import { StartError } from './start-error.ts';
import { TOKENS, type Worker } from './tokens.ts';

/** The service, running. */
export type Service = Readonly<{
  /** Such as `http://127.0.0.1:3000`. */
  url: string;
  /** The owner's random password, where one was made just now. */
  ownerPassword: string | undefined;
  /** Answers what is under way, then stops the workers and the storage. */
  stop(): Promise<void>;
}>;

/** How long the service says that it is stopping while it still takes requests, for load balancers to notice. */
const NOTICE_MS = 500;

/** How long requests under way may take after that. */
const DRAIN_MS = 6_000;

/** How long workers and storage may take to end; what is left of them then ends with the process. */
const CLOSE_MS = 3_000;

/**
 * Starts everything.
 * @throws StartError, ConfigError or EmbeddedServerError with a sentence for a person; nothing is left running then.
 */
export const startService = async (config: Config, log: Log): Promise<Service> => {
  let stopping = false;
  let url = '';
  const publicUrl = () => config.publicUrl ?? url;
  const container = await buildContainer(config, { log, isStopping: () => stopping, publicUrl });
  const storage = container.get(TOKENS.storage);
  try {
    const ownerPassword = await ensureOwner(container, config);
    const server = serve(container);
    const unused = unusedOf(server);
    url = await listen(server, config, log);
    const workers = workersOf(container, config);
    for (const worker of workers) worker.start();
    return {
      url,
      ownerPassword,
      async stop() {
        stopping = true;
        await drain(server, unused);
        await within(
          CLOSE_MS,
          Promise.all(workers.map((worker) => worker.stop())).then(() => storage.close()),
        );
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
};

const workersOf = (container: Container, { role }: Config): Worker[] => [
  ...container.getAll(TOKENS.processService),
  ...(role === 'http' ? [] : container.getAll(TOKENS.worker)),
];

const ensureOwner = async (container: Container, { owner, production }: Config): Promise<string | undefined> => {
  const password = owner.password ?? randomBytes(15).toString('base64url');
  const made = await container.get(TOKENS.ensureOwner)({ email: owner.email, password });
  return made && owner.password === undefined && !production ? password : undefined;
};

const serve = (container: Container): Server => {
  const app = container.get(TOKENS.app);
  return makeHttpServer({
    handler: app.callback(),
    problem: ({ status, code, detail }) => {
      const requestId = randomUUID();
      const { body, headers } = toProblem(new HttpRefusal(status, code, detail), { instance: '/', requestId });
      return { body: JSON.stringify(body), headers: { ...BASE_HEADERS, 'X-Request-Id': requestId, ...headers } };
    },
    headersTimeoutMs: 10_000,
    bodyTimeoutMs: 30_000,
  });
};

const listen = (server: Server, { host, port }: Config, log: Log): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new StartError(whyNot(error, host, port))));
    server.listen(port, host, () => {
      server.removeAllListeners('error').on('error', (error) => log.error({ err: error }, 'server failed'));
      const { address, family, port: taken } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`);
    });
  });

const whyNot = ({ code, message }: NodeJS.ErrnoException, host: string, port: number): string => {
  if (code === 'EADDRINUSE') return `Port ${port} is taken on ${host}: stop what uses it, or set PORT to another.`;
  if (code === 'EACCES') return `Port ${port} on ${host} may not be used: set PORT to one above 1023.`;
  return `HOST ${host} and PORT ${port} cannot be used: ${message}.`;
};

/** Connections on which nothing was asked yet: Node takes none of them for idle. */
const unusedOf = (server: Server): ReadonlySet<Socket> => {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
};

const drain = async (server: Server, unused: ReadonlySet<Socket>): Promise<void> => {
  await sleep(NOTICE_MS);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  for (const socket of unused) socket.destroy();
  await within(DRAIN_MS, closed);
  server.closeAllConnections();
};

/** Waits for an end, but not longer than this. */
const within = async (milliseconds: number, end: Promise<void>): Promise<void> => {
  const timer = new AbortController();
  const limit = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([end, limit]);
  timer.abort();
};
