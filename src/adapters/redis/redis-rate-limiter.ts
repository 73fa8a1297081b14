import type { createClient } from '@redis/client';
import type { Log } from '#core/shared/log.ts';
import {
  peekedDecision,
  type RateDecision,
  type RateLimit,
  type RateLimiter,
  rateDecision,
} from '#core/shared/rate-limiter.ts';
import { PEEK_SCRIPT, TAKE_SCRIPT } from './take.ts';

type Client = ReturnType<typeof createClient>;

type Settings = Readonly<{
  /** `redis://user:password@host:6379/0` or `rediss://…`. */
  url: string;
  /** Counts during an outage of Redis. */
  fallback: RateLimiter;
  log: Log;
  /** A call is counted in this process rather than waiting longer; 250 ms if omitted. */
  responseTimeoutMs?: number;
}>;

const PREFIX = 'rate:';

const RESPONSE_TIMEOUT_MS = 250;

/** How long Redis is left alone after a failure. */
const RECONNECT_AFTER_MS = 1_000;

const CONNECT_MS = 2_000;
const PING_INTERVAL_MS = 1_000;

/** A connection that misses its pings for this long is closed. */
const SILENT_MS = 3_000;

/** Counts the calls to all processes that share a Redis; during an outage each process counts on its own. */
export class RedisRateLimiter implements RateLimiter {
  readonly #settings: Settings;
  #client: Client | undefined;
  #isStopped = false;
  #isAway = false;
  #openUntil = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Connects in the background and reconnects while it runs. */
  start(): void {
    void this.#connect().catch((error: Error) => this.#missed(error));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#client?.destroy();
  }

  take(who: string, limit: RateLimit): Promise<RateDecision> {
    return this.#ask(
      (client) => count(client, who, limit),
      (fallback) => fallback.take(who, limit),
    );
  }

  peek(who: string, limit: RateLimit): Promise<RateDecision> {
    return this.#ask(
      async (client) => peekedDecision(limit, (await run(client, PEEK_SCRIPT, who, limit)).used),
      (fallback) => fallback.peek(who, limit),
    );
  }

  /** Asks Redis, or the fallback while Redis does not respond. */
  async #ask(
    ask: (client: Client) => Promise<RateDecision>,
    instead: (fallback: RateLimiter) => Promise<RateDecision> | RateDecision,
  ): Promise<RateDecision> {
    const { fallback } = this.#settings;
    const client = this.#client;
    if (client?.isReady !== true || performance.now() < this.#openUntil) return instead(fallback);
    try {
      const decision = await within(this.#settings.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS, ask(client));
      this.#met();
      return decision;
    } catch (error) {
      this.#openUntil = performance.now() + RECONNECT_AFTER_MS;
      this.#missed(error as Error);
      return instead(fallback);
    }
  }

  async #connect(): Promise<void> {
    // loaded here: it takes a quarter of a second, and most services do not need it
    const { createClient } = await import('@redis/client');
    if (this.#isStopped) return;
    const client: Client = createClient({
      url: this.#settings.url,
      socket: {
        connectTimeout: CONNECT_MS,
        socketTimeout: SILENT_MS,
        reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, RECONNECT_AFTER_MS),
      },
      pingInterval: PING_INTERVAL_MS,
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
    });
    client.on('error', (error: Error) => this.#missed(error));
    client.on('ready', () => this.#met());
    this.#client = client;
    await client.connect();
  }

  #missed(error: Error): void {
    if (this.#isAway || this.#isStopped) return;
    this.#isAway = true;
    const { code, message } = error as NodeJS.ErrnoException;
    this.#settings.log.warn({ reason: code ?? message }, 'redis is unavailable; each process counts its own calls');
  }

  #met(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#settings.log.info({}, 'redis is available again');
  }
}

const count = async (client: Client, who: string, limit: RateLimit): Promise<RateDecision> => {
  const { isAllowed, used } = await run(client, TAKE_SCRIPT, who, limit);
  return rateDecision(limit, used, isAllowed);
};

type Script = typeof TAKE_SCRIPT;

/** Runs a script; `used` is in seconds. */
const run = async (client: Client, { sha1, text }: Script, who: string, limit: RateLimit) => {
  const given = { keys: [PREFIX + who], arguments: [String(limit.seconds * 1e6), String(limit.calls)] };
  const reply = await client.evalSha(sha1, given).catch((error: Error) => {
    if (!error.message.startsWith('NOSCRIPT')) throw error;
    return client.eval(text, given);
  });
  const [allowed, usedMicroseconds]: readonly unknown[] = Array.isArray(reply) ? reply : [];
  return { isAllowed: allowed === 1, used: Number(usedMicroseconds) / 1e6 };
};

const within = async <T>(milliseconds: number, response: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no response within ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([response, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};
