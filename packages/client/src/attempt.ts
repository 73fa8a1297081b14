import type { FileBody, ParseAs } from './operations.ts';

/** Sends a request as `fetch` does. */
export type Fetch = (request: Request) => Promise<Response>;

export type AttemptOptions = Readonly<{
  fetch: Fetch;
  /** Until the response is read whole, or the stream of its body begins. */
  timeoutMs: number;
  /** The body of a request that has none yet. A clone of a file's request would hold the file in memory. */
  file: FileBody | undefined;
  /** The caller's; nothing of the attempt stays on it. */
  signal: AbortSignal | undefined;
  /** How the body of a successful response is read. */
  parseAs: ParseAs;
}>;

/** No response: the error of the connection, or the time is over. */
export type NoResponse = Readonly<{ isTimeout: boolean; cause: unknown }>;

/** Without it a stream cannot be sent; the types of browsers lack it. */
const HALF_DUPLEX: object = { duplex: 'half' };

const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends a request once. The response is read whole here, so that a connection that breaks in its middle counts as no
 * response. @throws the reason of the caller's signal.
 */
export const attempt = async (request: Request, options: AttemptOptions): Promise<Response | NoResponse> => {
  const { fetch, timeoutMs, signal, parseAs, file } = options;
  signal?.throwIfAborted();
  const aborting = new AbortController();
  const abort = (): void => aborting.abort(signal?.reason);
  const timer = setTimeout(() => aborting.abort(timeoutError()), timeoutMs);
  signal?.addEventListener('abort', abort);
  const release = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };
  try {
    const body = file === undefined ? {} : { body: file, ...(file instanceof ReadableStream ? HALF_DUPLEX : {}) };
    const response = await fetch(new Request(request, { signal: aborting.signal, ...body }));
    if (parseAs === 'stream' && response.ok && response.body !== null) {
      clearTimeout(timer);
      return responseWith(watched(response.body, release), response);
    }
    const bytes = await response.arrayBuffer();
    release();
    return responseWith(bytes.byteLength === 0 ? null : bytes, response);
  } catch (cause) {
    release();
    signal?.throwIfAborted();
    return { isTimeout: aborting.signal.aborted, cause };
  }
};

const timeoutError = (): DOMException => new DOMException('The service did not respond in time.', 'TimeoutError');

const responseWith = (
  body: ReadableStream<Uint8Array> | ArrayBuffer | null,
  { status, statusText, headers }: Response,
): Response => new Response(NULL_BODY_STATUSES.has(status) ? null : body, { status, statusText, headers });

/** The same stream; tells when it ends, however it ends. */
const watched = (body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> => {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        controller.error(error);
      }
    },
    cancel(reason) {
      onEnd();
      return reader.cancel(reason);
    },
  });
};
