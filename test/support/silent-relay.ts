import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before a server, and can keep all that is said from being heard while its connections stay open. */
export type Relay = Readonly<{
  port: number;
  silence(): void;
  /** Passes on what was held back, too. */
  resume(): void;
  close(): Promise<void>;
}>;

/** Passes on what is said to and by the server at a port of 127.0.0.1. */
export const startRelay = async (port: number): Promise<Relay> => {
  const sockets = new Set<Socket>();
  let isSilent = false;

  const passOn = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    // the other side learns of it by the end of its own connection
    from.on('error', () => {});
    if (isSilent) from.pause();
  };

  const relay = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    passOn(client, server);
    passOn(server, client);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');

  return {
    port: (relay.address() as AddressInfo).port,
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      relay.close();
      await once(relay, 'close');
    },
  };
};
