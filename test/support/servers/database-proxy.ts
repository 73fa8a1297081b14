import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const NOTIFICATION = 'A';

/** A proxy of a PostgreSQL server that loses notifications, as a transaction pooler does. */
export type DatabaseProxy = Readonly<{
  url: string;
  /** Whether notifications pass. */
  setPassing(passes: boolean): void;
  close(): void;
}>;

export const startDatabaseProxy = async (target: string): Promise<DatabaseProxy> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let passes = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}));
    client.pipe(upstream);
    let pending = Buffer.alloc(0);
    upstream.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      // a type of one byte, then the length of the rest
      while (pending.length >= 5 && pending.length > pending.readUInt32BE(1)) {
        const message = pending.subarray(0, pending.readUInt32BE(1) + 1);
        pending = pending.subarray(message.length);
        if (passes || message.toString('latin1', 0, 1) !== NOTIFICATION) client.write(message);
      }
    });
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    setPassing(passing) {
      passes = passing;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
