import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';

const ANSWER = 'HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n';

/**
 * Loads undici and makes it compile its parser, which takes as long as many messages and happens with the first
 * connection. Nothing leaves the process.
 */
export const warmUp = async (): Promise<void> => {
  const { Client } = await import('undici');
  const [ours, theirs] = duplexPair();
  theirs.once('data', () => theirs.end(ANSWER));
  const client = new Client('http://localhost', {
    // asynchronously like a network, as undici expects
    connect: (_, done) => void setImmediate(() => done(null, ours as Socket)),
  });
  const { body } = await client.request({ method: 'GET', path: '/' });
  await body.dump();
  await client.close();
};
