import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { EventSubscription } from '#core/events/use-cases/subscribe-to-events.ts';

export type EventStreamDeps = Readonly<{
  /** Has a listener called whenever there may be news. */
  onNews: (listener: () => void) => () => void;
  isStopping: () => boolean;
  heartbeatMs: number;
  /** How long a reader may take for what it was sent last. */
  patienceMs: number;
}>;

type Sending = Readonly<{
  follower: EventSubscription;
  /** Whether the caller may still be told. */
  isStillAllowed: () => Promise<boolean>;
}>;

type Live = Sending & Readonly<{ /** Aborted once nobody is there any more. */ closed: AbortSignal }>;

/** How often it is looked whether the caller may still be told, and for news that nobody signalled. */
const TICK_MS = 500;

export const EVENT_STREAM = 'text/event-stream';

/**
 * Sends events as they come, as server-sent events, for as long as the client reads them and may. No more is read than
 * the client takes, so that a slow one costs no memory; one that takes nothing for too long is cut off.
 */
export const sendEventStream = (ctx: Context, sending: Sending, deps: EventStreamDeps): void => {
  // who has left meanwhile is told nothing, and nothing would say so again
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

/** Notes when a piece was handed over and is not taken yet. */
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
  // it is asked for no more, and would not be told so before it has something to say
  closed.addEventListener('abort', () => news.ring(), { once: true });
  const unsubscribe = deps.onNews(() => news.ring());
  try {
    // without data it is no event, but what a client sends as Last-Event-ID when it comes again
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

/** Waited at, so long at most. */
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
