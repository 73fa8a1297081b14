import { connect } from 'node:net';

/** A raw response; header names in lower case. */
export type RawReply = Readonly<{ status: number; headers: Headers; text: string }>;

const SOCKET_TIMEOUT_MS = 10_000;

/** Sends raw bytes on a new connection and returns the first response once the server closes it. */
export const sendRaw = (url: string, request: string, { thenEnd = false } = {}): Promise<RawReply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      socket.write(request, 'latin1');
      if (thenEnd) socket.end();
    });
    socket.setTimeout(SOCKET_TIMEOUT_MS, () => socket.destroy(new Error('The server neither answers nor hangs up.')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString())));
  });

const parse = (received: string): RawReply => {
  const [head = '', ...body] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.split(' ')[1]), headers: new Headers(fields), text: body.join('\r\n\r\n') };
};
