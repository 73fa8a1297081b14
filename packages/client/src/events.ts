import type { Client } from './client.ts';
import { ApiError } from './errors.ts';
import type { CallInit } from './operations.ts';
import { pause } from './pause.ts';
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts';
import type { ApiEvent } from './webhooks.ts';

const PATH = '/api/events/stream';

/** Starts a stream with the oldest stored event. */
export const BEGINNING = 'evt_00000000000000000000000000';

/** The service sends a comment after 15 s without events: then the connection is lost without a sign. */
const SILENCE_MS = 45_000;

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

export type FollowOptions = Readonly<{
  query?: NonNullable<CallInit<typeof PATH, 'get', 'stream'>['query']> | undefined;
  /** Continues after this event, or with `BEGINNING` from the oldest; new events only if it is left out. */
  lastEventId?: string | undefined;
  /** Ends the iteration, which throws its reason. */
  signal?: AbortSignal | undefined;
}>;

/**
 * The events of the service as they happen. A connection that breaks is opened again after the last event, so that none is
 * lost or repeated; store the `id` of what you have processed to continue after a restart.
 * @throws ApiError such as `insufficient_scope`; the reason of the signal.
 */
export const followEvents = async function* (
  client: Client,
  { query, lastEventId, signal }: FollowOptions = {},
): AsyncGenerator<ApiEvent, void, undefined> {
  let last = lastEventId;
  for (let failures = 0; ; failures += 1) {
    try {
      for await (const { id, data } of connection(client, { query, lastEventId: last, signal })) {
        last = id ?? last;
        failures = 0;
        if (data !== undefined) yield JSON.parse(data) as ApiEvent;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!isPassing(error)) throw error;
    }
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS) * (0.5 + Math.random() / 2), signal);
  }
};

/** Whether another connection may succeed. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError ? error.status >= 500 || error.status === 429 : !(error instanceof SyntaxError);

/** The events of one connection. @throws when it breaks. */
const connection = async function* (
  client: Client,
  { query, lastEventId, signal }: FollowOptions,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const closing = new AbortController();
  const close = (): void => closing.abort(signal?.reason);
  signal?.addEventListener('abort', close);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const onData = (): void => {
    clearTimeout(silence);
    silence = setTimeout(close, SILENCE_MS);
  };
  try {
    signal?.throwIfAborted();
    const stream = await client.get(PATH, {
      ...(query === undefined ? {} : { query }),
      ...(lastEventId === undefined ? {} : { header: { 'Last-Event-ID': lastEventId } }),
      parseAs: 'stream',
      signal: closing.signal,
    });
    onData();
    yield* serverSentEvents(stream, onData);
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', close);
    closing.abort();
  }
};
