import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A relay in front of a server that can hold back all data while connections stay open. */
export type Relay = Readonly<{
  port: number;
  silence(): void;
  /** Passes on the data held back, too. */
  resume(): void;
  /** Holds back all data of the connections that are open, for ever; new ones work. */
  lose(): void;
  /** Closes all connections, and relays new ones to another port of 127.0.0.1. */
  pointTo(port: number): void;
  close(): Promise<void>;
}>;

/** Relays data to and from the server on a port of 127.0.0.1. */
export const startRelay = async (port: number): Promise<Relay> => {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let target = port;

  const passOn = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    // the other side notices when its own connection ends
    from.on('error', () => {});
    if (isSilent) from.pause();
  };

  const relay = createServer((client) => {
    const server = connect(target, '127.0.0.1');
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
    lose() {
      isSilent = false;
      for (const socket of sockets) socket.pause();
    },
    pointTo(other) {
      target = other;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      relay.close();
      await once(relay, 'close');
    },
  };
};
