import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

export type Sent = Readonly<{
  method: string;
  /** With the query, as it goes over the wire. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
}>;

export type Answered = Readonly<{ status: number; headers: IncomingHttpHeaders; text: string }>;

/** Sends requests of any form on connections that are kept. */
export type Client = Readonly<{ send(sent: Sent): Promise<Answered>; sent(): number; close(): void }>;

/** No answer takes so long unless the service hangs. */
const STOP_TIMEOUT_MS = 10_000;

/** `fetch` would mend much of what a hostile client sends, and takes three times as long. */
export const openClient = (url: string): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let count = 0;
  return {
    send: ({ method, path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        count += 1;
        const lengths = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
        const outgoing = request(url, { agent, method, path, headers: { ...lengths, ...headers } }, async (answer) => {
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) });
        });
        outgoing.setTimeout(STOP_TIMEOUT_MS, () => outgoing.destroy(new Error(`No answer to ${method} ${path}`)));
        outgoing.on('error', reject);
        outgoing.end(body);
      }),
    sent: () => count,
    close: () => agent.destroy(),
  };
};
