import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

// Why: docs/decisions/0020-limits-of-what-is-in-progress.md

/** The callbacks of Node's parser, by the numbers that its class names. */
const CALLBACKS = ['kOnHeadersComplete', 'kOnMessageComplete'] as const;

type Parser = Record<number, unknown> & Readonly<{ constructor: Readonly<Record<(typeof CALLBACKS)[number], number>> }>;

/**
 * Creates no requests of what a connection that is being destroyed has already sent. Node parses a packet to its end, and
 * one of 64 KiB has thousands of requests.
 */
export const ignoreRest = (socket: Duplex): void => {
  const { parser } = socket as Duplex & { parser?: Parser | null };
  if (!parser) return;
  const names = CALLBACKS.map((name) => parser.constructor[name]);
  const before = names.map((name) => parser[name]);
  for (const name of names) parser[name] = undefined;
  // another connection uses the parser next
  socket.once('close', () => {
    for (const [index, name] of names.entries()) parser[name] = before[index];
  });
};

/** More chunks than these are expected to have so many bytes each on average. */
const MAX_SMALL_CHUNKS = 256;
const MIN_CHUNK_BYTES = 64;

/** How much of a body is ignored after its response, so that the connection can be used again. */
const MAX_IGNORED_BYTES = 262_144;

/**
 * Ends the connection of a request whose body comes in tiny chunks, each of which takes as much memory as 200 bytes, or of
 * which much is left after the response.
 */
export const limitBody = (request: IncomingMessage): void => {
  const push = request.push.bind(request);
  let isIgnored = false;
  let [chunks, bytes, ignored] = [0, 0, 0];
  request.push = (chunk: Uint8Array | null, encoding) => {
    if (request.destroyed) return false;
    const length = chunk?.length ?? 0;
    chunks += 1;
    bytes += length;
    if (isIgnored) ignored += length;
    const isTiny = chunks > MAX_SMALL_CHUNKS + bytes / MIN_CHUNK_BYTES;
    if (!isTiny && ignored <= MAX_IGNORED_BYTES) return push(chunk, encoding);
    request.destroy();
    return false;
  };
  // Node's own would ignore the rest of a body that nobody reads without a limit
  Object.assign(request, {
    _dump: () => {
      isIgnored = true;
      request.resume();
    },
  });
};
