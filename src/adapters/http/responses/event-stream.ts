import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { InTurn } from '#core/shared/in-turn.ts';

export type EventStreamDeps = Readonly<{
  /** Calls a listener whenever there may be new events. */
  onNews: (listener: () => void) => () => void;
  isStopping: () => boolean;
  heartbeatMs: number;
  /** How long a client may take to read what was sent. */
  clientTimeoutMs: number;
}>;

/** What is sent to a client: JSON, and the id after which the client resumes, if it can. */
type Message = Readonly<{ id?: string; view: string }>;

/** Messages as they come. */
export type MessageSubscription = Readonly<{
  /** The id that the subscription starts after. */
  startedAfter?: string;
  /** The next messages since the last call, in order. What is dear to read is read in turn. */
  next(inTurn: InTurn): Promise<readonly Message[]>;
}>;

type Stream = Readonly<{
  subscription: MessageSubscription;
  /** Whether the caller still has access. */
  isStillAllowed: () => Promise<boolean>;
  inTurn: InTurn;
}>;

type OpenStream = Stream & Readonly<{ /** Aborted once the client has disconnected. */ closed: AbortSignal }>;

/** How often access and unsignalled events are checked. */
const TICK_MS = 500;

export const EVENT_STREAM = 'text/event-stream';

/**
 * Sends events as server-sent events while the client reads and has access. Events are read at the client's pace, so a
 * slow client costs no memory; one that reads nothing for too long is disconnected.
 */
export const sendEventStream = (ctx: Context, stream: Stream, deps: EventStreamDeps): void => {
  // a client that has disconnected already emits no event
  if (ctx.res.destroyed) return;
  ctx.status = 200;
  ctx.set({ 'Content-Type': `${EVENT_STREAM}; charset=utf-8`, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  const lastChunk = { sentAt: performance.now(), isUnread: false };
  const watch = setInterval(() => {
    if (lastChunk.isUnread && performance.now() - lastChunk.sentAt > deps.clientTimeoutMs) ctx.res.destroy();
  }, TICK_MS);
  const closing = new AbortController();
  const chunks = tracked(eventChunks({ ...stream, closed: closing.signal }, deps), lastChunk);
  ctx.body = Readable.from(chunks, { objectMode: false, highWaterMark: 1 });
  ctx.res.once('close', () => {
    clearInterval(watch);
    closing.abort();
  });
};

/** Tracks when the last chunk was sent and whether the client has read it. */
async function* tracked(
  chunks: AsyncGenerator<string>,
  lastChunk: { sentAt: number; isUnread: boolean },
): AsyncGenerator<string, void, undefined> {
  for await (const chunk of chunks) {
    [lastChunk.sentAt, lastChunk.isUnread] = [performance.now(), true];
    yield chunk;
    lastChunk.isUnread = false;
  }
}

async function* eventChunks(
  { subscription, isStillAllowed, inTurn, closed }: OpenStream,
  deps: EventStreamDeps,
): AsyncGenerator<string, void, undefined> {
  const wakeUp = new WakeUp();
  // a generator notices its end only with the next event
  closed.addEventListener('abort', () => wakeUp.signal(), { once: true });
  const unsubscribe = deps.onNews(() => wakeUp.signal());
  try {
    // without data this is no event, but clients send the id as Last-Event-ID when they reconnect
    yield `retry: 1000\n${idLine(subscription.startedAfter)}\n`;
    let lastSentAt = performance.now();
    while (!closed.aborted && !deps.isStopping() && (await isStillAllowed())) {
      const messages = await subscription.next(inTurn);
      if (messages.length > 0) yield messages.map(({ id, view }) => `${idLine(id)}data: ${view}\n\n`).join('');
      else if (performance.now() - lastSentAt >= deps.heartbeatMs) yield ': still here\n\n';
      else {
        await wakeUp.wait(TICK_MS);
        continue;
      }
      lastSentAt = performance.now();
    }
  } finally {
    unsubscribe();
  }
}

const idLine = (id: string | undefined): string => (id === undefined ? '' : `id: ${id}\n`);

/** Waits for a signal, at most this long. */
class WakeUp {
  #isSignalled = false;
  #resolve = (): void => {};

  signal(): void {
    this.#isSignalled = true;
    this.#resolve();
  }

  async wait(maxMs: number): Promise<void> {
    if (!this.#isSignalled) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxMs);
        this.#resolve = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isSignalled = false;
  }
}
