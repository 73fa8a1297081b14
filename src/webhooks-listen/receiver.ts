import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { signatureError } from '#adapters/webhooks/signature.ts';
import { eventLines } from './event-lines.ts';

type Deps = Readonly<{
  /** Known once the listener is registered, possibly after the first message. */
  key: Promise<KeyObject>;
  verbose: boolean;
  now(): Date;
  print(text: string): void;
}>;

const MAX_BYTES = 1024 * 1024;

/** The body; undefined if it is too long. */
const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    // read to the end, so that the sender reads the response
    if (length <= MAX_BYTES) chunks.push(chunk);
  }
  return length > MAX_BYTES ? undefined : Buffer.concat(chunks);
};

/** Verifies and prints messages: 204 for a valid one, 400 with the reason for any other. */
export const makeReceiver = ({ key, verbose, now, print }: Deps): RequestListener => {
  const faultOf = async ({ method, headers }: IncomingMessage, body: Buffer | undefined, at: Date) => {
    if (method !== 'POST') return 'is not a POST';
    if (body === undefined) return 'is larger than 1 MiB';
    const single = headers as Record<string, string | undefined>;
    return signatureError(await key, { headers: single, body, at });
  };

  const receive = async (request: IncomingMessage): Promise<string | undefined> => {
    const bytes = await readBody(request);
    const at = now();
    const fault = await faultOf(request, bytes, at);
    const sequence = request.headers['webhook-sequence']?.toString();
    print(eventLines({ at, sequence, body: bytes?.toString() ?? '', fault }, { verbose }));
    return fault;
  };

  return (request, response) => {
    receive(request).then(
      (fault) => {
        if (fault === undefined) response.writeHead(204).end();
        else response.writeHead(400, { 'content-type': 'text/plain' }).end(`The message ${fault}.\n`);
      },
      // the sender has disconnected
      () => response.destroy(),
    );
  };
};
