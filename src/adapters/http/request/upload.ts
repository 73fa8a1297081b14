import type { IncomingMessage } from 'node:http';
import { HttpError } from '../responses/problem.ts';
import { allowLongBody } from './long-bodies.ts';

/** Less than this within the timeout is no progress. */
const MIN_PROGRESS_BYTES = 1_024;

/** How long a client may keep sending after the response, so that it reads the response before the connection ends. */
const DISCARD_TIMEOUT_MS = 5_000;

const brokenOff = (): HttpError => new HttpError(400, 'bad_request', 'The body ended early.');

const stalled = (): HttpError =>
  new HttpError(408, 'request_timeout', 'Too little of the body arrived in time.', {
    headers: { Connection: 'close' },
  });

/** The body of a request of any length, read chunk by chunk. */
export type Upload = Readonly<{
  /** Throws HttpError `request_timeout` if the client stops sending, and `bad_request` if it disconnects. */
  chunks: AsyncIterable<Uint8Array>;
  /** Ignores what the client still sends. */
  discardRest(): void;
}>;

/** @param timeoutMs How long the reader waits for the client; the time between two reads does not count. */
export const openUpload = (request: IncomingMessage, timeoutMs: number): Upload => {
  allowLongBody(request);
  return {
    chunks: chunksOf(request, timeoutMs),
    discardRest() {
      if (request.readableEnded || request.destroyed) return;
      request.on('data', () => {});
      request.resume();
      const timer = setTimeout(() => request.socket.destroy(), DISCARD_TIMEOUT_MS);
      request.once('close', () => clearTimeout(timer));
    },
  };
};

async function* chunksOf(request: IncomingMessage, timeoutMs: number): AsyncGenerator<Uint8Array, void> {
  let waitedMs = 0;
  let received = 0;
  for (;;) {
    const since = performance.now();
    const chunk = await nextChunk(request, timeoutMs - waitedMs);
    if (chunk === undefined) return;
    waitedMs += performance.now() - since;
    received += chunk.byteLength;
    if (received >= MIN_PROGRESS_BYTES) [waitedMs, received] = [0, 0];
    yield chunk;
  }
}

/** Undefined at the end. Nothing is read between two calls, so that the client waits for the reader. */
const nextChunk = async (request: IncomingMessage, timeoutMs: number): Promise<Uint8Array | undefined> => {
  if (request.readableEnded) return undefined;
  if (request.destroyed) throw brokenOff();
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | undefined>();
  const onData = (chunk: Uint8Array): void => {
    request.pause();
    resolve(chunk);
  };
  const onEnd = (): void => resolve(undefined);
  const onError = (): void => reject(brokenOff());
  request.once('data', onData).once('end', onEnd).once('error', onError).once('close', onError);
  request.resume();
  const timer = setTimeout(() => reject(stalled()), Math.max(0, timeoutMs));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError);
  }
};
