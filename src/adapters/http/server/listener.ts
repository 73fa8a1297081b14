import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#core/shared/log.ts';

/** A server that accepts connections. */
export type Listener = Readonly<{
  /** Such as `http://127.0.0.1:3000`. */
  url: string;
  /** Completes the requests in flight, or gives them up after a time, and closes all connections. */
  drain(): Promise<void>;
}>;

/** The message says which setting to change. */
export class ServerAddressError extends Error {
  override readonly name = 'ServerAddressError';
}

/** How often connections that have become idle are closed during a stop. */
const IDLE_TICK_MS = 50;

/** The kernel's usual maximum. With Node's 511, a burst of connections delays others by seconds. */
export const BACKLOG = 4_096;

/** @throws ServerAddressError when the address cannot be used. */
export const listen = async (
  server: Server,
  { host, port, ...limits }: Readonly<{ host: string; port: number }> & DrainLimits,
  log: Log,
): Promise<Listener> => {
  const unused = trackUnused(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ServerAddressError(reasonOf(error, host, port))));
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  server.removeAllListeners('error').on('error', (error) => log.error({ err: error }, 'server failed'));
  const { address, family, port: actualPort } = server.address() as AddressInfo;
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${actualPort}`;
  return { url, drain: () => drain(server, { unused, ...limits, log }) };
};

const reasonOf = ({ code, message }: NodeJS.ErrnoException, host: string, port: number): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use on ${host}: stop the other program, or set PORT to another port.`;
  if (code === 'EACCES') return `Port ${port} on ${host} is not permitted: set PORT to a port above 1023.`;
  return `HOST ${host} and PORT ${port} cannot be used: ${message}.`;
};

/** Connections without a request so far: Node does not count them as idle. */
const trackUnused = (server: Server): ReadonlySet<Socket> => {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
};

/** All in milliseconds. */
type DrainLimits = Readonly<{
  /** The readiness check already fails and requests are still accepted: load balancers notice meanwhile. */
  shutdownNoticeMs: number;
  /** How long requests in flight may take. */
  shutdownTimeoutMs: number;
}>;

type Draining = DrainLimits & Readonly<{ unused: ReadonlySet<Socket>; log: Log }>;

const drain = async (server: Server, { unused, shutdownNoticeMs, shutdownTimeoutMs, log }: Draining): Promise<void> => {
  await sleep(shutdownNoticeMs);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  // a connection becomes idle when its last response ends
  const closing = setInterval(() => server.closeIdleConnections(), IDLE_TICK_MS);
  for (const socket of unused) socket.destroy();
  const timer = setTimeout(() => {
    server.getConnections((_, connections) =>
      log.warn({ connections }, 'connections were closed after REQUEST_TIMEOUT_MS'),
    );
    server.closeAllConnections();
  }, shutdownTimeoutMs);
  await closed;
  clearInterval(closing);
  clearTimeout(timer);
};
