import type { SystemClock } from '#core/shared/clock.ts';
import { peekedDecision, type RateDecision, type RateLimit, type RateLimiter } from '#core/shared/rate-limiter.ts';

const MAX_TRACKED_KEYS = 100_000;

/** Counts the calls to one process. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #clock: SystemClock;
  /** When the full budget is available again, in milliseconds. */
  readonly #fullAt = new Map<string, number>();

  constructor(clock: SystemClock) {
    this.#clock = clock;
  }

  take(who: string, { calls, seconds }: RateLimit): RateDecision {
    const now = this.#clock.now().getTime();
    const [window, interval] = [seconds * 1000, (seconds * 1000) / calls];
    const used = Math.max(0, (this.#fullAt.get(who) ?? now) - now);
    const allowed = used + interval <= window + 1e-6;
    const usedNow = allowed ? used + interval : used;
    if (allowed) this.#remember(who, now + usedNow, now);
    return {
      allowed,
      remaining: allowed ? Math.floor((window - usedNow) / interval + 1e-6) : 0,
      resetSeconds: Math.ceil(usedNow / 1000),
      retrySeconds: allowed ? 0 : Math.max(1, Math.ceil((used + interval - window) / 1000)),
    };
  }

  peek(who: string, limit: RateLimit): RateDecision {
    const now = this.#clock.now().getTime();
    return peekedDecision(limit, Math.max(0, (this.#fullAt.get(who) ?? now) - now) / 1000);
  }

  #remember(who: string, fullAt: number, now: number): void {
    if (this.#fullAt.size >= MAX_TRACKED_KEYS && !this.#fullAt.has(who)) this.#forget(now);
    this.#fullAt.set(who, fullAt);
  }

  /** Evicts keys with a full budget first, then the oldest. */
  #forget(now: number): void {
    for (const [who, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(who);
    for (const who of this.#fullAt.keys()) {
      if (this.#fullAt.size < MAX_TRACKED_KEYS) break;
      this.#fullAt.delete(who);
    }
  }
}
