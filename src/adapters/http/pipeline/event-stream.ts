import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { EventSubscription } from '#core/events/use-cases/subscribe-to-events.ts';

export type EventStreamDeps = Readonly<{
  /** Calls a listener whenever there may be new events. */
  onNews: (listener: () => void) => () => void;
  isStopping: () => boolean;
  heartbeatMs: number;
  /** How long a client may take to read what was sent. */
  patienceMs: number;
}>;

type Sending = Readonly<{
  follower: EventSubscription;
  /** Whether the caller still has access. */
  isStillAllowed: () => Promise<boolean>;
}>;

type Live = Sending & Readonly<{ /** Aborted once the client has disconnected. */ closed: AbortSignal }>;

/** How often access and unsignalled events are checked. */
const TICK_MS = 500;

export const EVENT_STREAM = 'text/event-stream';

/**
 * Sends events as server-sent events while the client reads and has access. Events are read at the client's pace, so a
 * slow client costs no memory; one that reads nothing for too long is disconnected.
 */
export const sendEventStream = (ctx: Context, sending: Sending, deps: EventStreamDeps): void => {
  // a client that has disconnected already emits no event
  if (ctx.res.destroyed) return;
  ctx.status = 200;
  ctx.set({ 'Content-Type': `${EVENT_STREAM}; charset=utf-8`, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  const taken = { at: performance.now(), waiting: false };
  const watch = setInterval(() => {
    if (taken.waiting && performance.now() - taken.at > deps.patienceMs) ctx.res.destroy();
  }, TICK_MS);
  const closing = new AbortController();
  const chunks = noting(live({ ...sending, closed: closing.signal }, deps), taken);
  ctx.body = Readable.from(chunks, { objectMode: false, highWaterMark: 1 });
  ctx.res.once('close', () => {
    clearInterval(watch);
    closing.abort();
  });
};

/** Remembers when a chunk was sent that the client has not read yet. */
async function* noting(
  chunks: AsyncGenerator<string>,
  taken: { at: number; waiting: boolean },
): AsyncGenerator<string, void, undefined> {
  for await (const chunk of chunks) {
    [taken.at, taken.waiting] = [performance.now(), true];
    yield chunk;
    taken.waiting = false;
  }
}

async function* live(
  { follower, isStillAllowed, closed }: Live,
  deps: EventStreamDeps,
): AsyncGenerator<string, void, undefined> {
  const news = new WakeUp();
  // a generator notices its end only with the next event
  closed.addEventListener('abort', () => news.ring(), { once: true });
  const unsubscribe = deps.onNews(() => news.ring());
  try {
    // without data this is no event, but clients send the id as Last-Event-ID when they reconnect
    yield `retry: 1000\nid: ${follower.startedAfter}\n\n`;
    let saidAt = performance.now();
    while (!closed.aborted && !deps.isStopping() && (await isStillAllowed())) {
      const events = await follower.next();
      if (events.length > 0) yield events.map(({ id, view }) => `id: ${id}\ndata: ${view}\n\n`).join('');
      else if (performance.now() - saidAt >= deps.heartbeatMs) yield ': still here\n\n';
      else {
        await news.rung(TICK_MS);
        continue;
      }
      saidAt = performance.now();
    }
  } finally {
    unsubscribe();
  }
}

/** Waits for a signal, at most this long. */
class WakeUp {
  #isRung = false;
  #open = (): void => {};

  ring(): void {
    this.#isRung = true;
    this.#open();
  }

  async rung(mostMs: number): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, mostMs);
        this.#open = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isRung = false;
  }
}
