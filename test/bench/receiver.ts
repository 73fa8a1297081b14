import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Accepts posts like any receiver, and reports on GET their number, the first and last time, and each by `webhook-id`,
 * in milliseconds since 1970. POST to `/forget` resets it.
 */
let count = 0;
let first = 0;
let last = 0;
let arrivals: Record<string, number> = {};

const now = (): number => performance.timeOrigin + performance.now();

const note = (id: string | undefined): void => {
  last = now();
  if (count === 0) first = last;
  count += 1;
  if (id !== undefined && count <= 20_000) arrivals[id] = last;
};

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count, first, last, arrivals }));
    return;
  }
  if (request.url === '/forget') [count, first, last, arrivals] = [0, 0, 0, {}];
  else note(request.headers['webhook-id'] as string | undefined);
  request.resume();
  request.on('end', () => response.writeHead(204).end());
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.on('SIGTERM', () => process.exit());
