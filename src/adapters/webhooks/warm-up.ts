import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { Client } from 'undici';

const ANSWER = 'HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n';

/**
 * Has undici compile its parser, which it does with its first connection and which takes as long as a great many messages
 * do. Nothing leaves the process.
 */
export const warmUp = async (): Promise<void> => {
  const [ours, theirs] = duplexPair();
  theirs.once('data', () => theirs.end(ANSWER));
  const client = new Client('http://localhost', {
    // later, as a network would: undici does not expect it at once
    connect: (_, done) => void setImmediate(() => done(null, ours as Socket)),
  });
  const { body } = await client.request({ method: 'GET', path: '/' });
  await body.dump();
  await client.close();
};
