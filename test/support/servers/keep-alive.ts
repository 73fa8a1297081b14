import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type Sent = Readonly<{
  method: string;
  /** With the query, as sent. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
}>;

export type ClientResponse = Readonly<{ status: number; headers: IncomingHttpHeaders; text: string }>;

/** Sends any requests on persistent connections. */
export type Client = Readonly<{ send(sent: Sent): Promise<ClientResponse>; sent(): number; close(): void }>;

/** A response takes this long only if the service hangs. */
const SOCKET_TIMEOUT_MS = 10_000;

/** `fetch` would normalize hostile requests and takes three times as long. */
export const openClient = (url: string): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let count = 0;
  return {
    send: ({ method, path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        count += 1;
        const lengths = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
        const outgoing = request(url, { agent, method, path, headers: { ...lengths, ...headers } }, (response) => {
          const { statusCode: status = 0, headers } = response;
          buffer(response)
            .then((body) => resolve({ status, headers, text: decoded(body, headers['content-encoding']) }))
            .catch(reject);
        });
        outgoing.setTimeout(SOCKET_TIMEOUT_MS, () => outgoing.destroy(new Error(`No answer to ${method} ${path}`)));
        outgoing.on('error', reject);
        outgoing.end(body);
      }),
    sent: () => count,
    close: () => agent.destroy(),
  };
};

const decoded = (body: Buffer, encoding: string | undefined): string => {
  if (body.length === 0 || encoding === undefined) return body.toString();
  if (encoding === 'gzip') return gunzipSync(body).toString();
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  throw new Error(`No client accepts the encoding ${encoding}.`);
};
