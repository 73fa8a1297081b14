import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A received request. */
type Received = Readonly<{ method: string; path: string; headers: IncomingHttpHeaders; body: string }>;

/** A webhook receiver. */
export type Receiver = Readonly<{
  url: string;
  port: number;
  received: readonly Received[];
  /** The number of connections. */
  connections(): number;
  close(): void;
}>;

const listen = async (server: Server, protocol: 'http' | 'https', received: readonly Received[]): Promise<Receiver> => {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${protocol}://127.0.0.1:${port}/hook`,
    port,
    received,
    connections: () => connections,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

const NO_CONTENT: RequestListener = (_, response) => void response.writeHead(204).end();

/** Stores each request and responds, with 204 by default. */
export const startReceiver = (listener: RequestListener = NO_CONTENT): Promise<Receiver> => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
      listener(request, response);
    });
  });
  return listen(server, 'http', received);
};

/** Responds manually to the first bytes of a connection. */
export const startRawReceiver = (respond: (socket: Socket) => void): Promise<Receiver> =>
  listen(
    createTcpServer({ allowHalfOpen: true }, (socket) => {
      socket.once('data', () => respond(socket));
    }),
    'http',
    [],
  );

const EMPTY = 'HTTP/1.1 204 No Content\r\n\r\n';

/** Responds with 204 over TLS. */
export const startTlsReceiver = (options: TlsOptions): Promise<Receiver> => {
  const server = createTlsServer(options, (socket) => {
    socket.on('error', () => {}).on('data', () => socket.write(EMPTY));
  });
  server.on('tlsClientError', () => {});
  return listen(server, 'https', []);
};

/** Writes a chunk every few milliseconds while the client is connected. */
export const drip = (socket: Socket, piece: string): void => {
  const timer = setInterval(() => socket.write(piece), 10);
  socket.on('close', () => clearInterval(timer));
};
