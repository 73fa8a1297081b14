import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { signatureError } from '#adapters/webhooks/signature.ts';
import { eventLines } from './event-lines.ts';

type Deps = Readonly<{
  /** Resolved after the registration; the first message may arrive before. */
  key: Promise<KeyObject>;
  verbose: boolean;
  now(): Date;
  print(text: string): void;
}>;

const MAX_BYTES = 1024 * 1024;

/** The body, or undefined if it is longer than `MAX_BYTES`. */
const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    // read to the end: a client that is still sending would not read the response
    if (length <= MAX_BYTES) chunks.push(chunk);
  }
  return length > MAX_BYTES ? undefined : Buffer.concat(chunks);
};

/** Verifies and prints each message. Responds with 204, or with 400 and the reason. */
export const makeReceiver = ({ key, verbose, now, print }: Deps): RequestListener => {
  const errorIn = async ({ method, headers }: IncomingMessage, body: Buffer | undefined, at: Date) => {
    if (method !== 'POST') return 'is not a POST';
    if (body === undefined) return 'is larger than 1 MiB';
    const single = headers as Record<string, string | undefined>;
    return signatureError(await key, { headers: single, body, at });
  };

  const receive = async (request: IncomingMessage): Promise<string | undefined> => {
    const bytes = await readBody(request);
    const at = now();
    const error = await errorIn(request, bytes, at);
    const sequence = request.headers['webhook-sequence']?.toString();
    print(eventLines({ at, sequence, body: bytes?.toString() ?? '', error }, { verbose }));
    return error;
  };

  return (request, response) => {
    receive(request).then(
      (error) => {
        if (error === undefined) response.writeHead(204).end();
        else response.writeHead(400, { 'content-type': 'text/plain' }).end(`The message ${error}.\n`);
      },
      // the client has closed the connection
      () => response.destroy(),
    );
  };
};
