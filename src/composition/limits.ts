import type { RateLimit } from '#core/shared/rate-limiter.ts';

/** What is in progress at one time, of all clients, and of an address or a credential. */
export type Limits = Readonly<{
  connections: Readonly<{ maxConnections: number; maxConnectionsPerAddress: number }>;
  inFlight: Readonly<{
    maxRequests: number;
    maxRequestsPerClient: number;
    /** Of request bodies, and of responses. */
    maxBytes: number;
    /** Downloads and event streams. */
    maxStreams: number;
    maxStreamsPerClient: number;
  }>;
  /** How long a client may take without reading anything of a response. */
  clientTimeoutMs: number;
}>;

/**
 * The limits of load.
 * @param scale A multiple of what one process of ordinary size serves.
 * @param trustProxy With a trusted proxy all connections have its address.
 */
export const limitsOf = (scale: number, trustProxy: boolean): Limits => {
  const scaled = (count: number): number => Math.max(1, Math.round(count * scale));
  const maxConnections = scaled(10_000);
  return {
    connections: { maxConnections, maxConnectionsPerAddress: trustProxy ? maxConnections : scaled(1_000) },
    inFlight: {
      maxRequests: scaled(1_000),
      maxRequestsPerClient: scaled(250),
      maxBytes: scaled(67_108_864),
      maxStreams: scaled(500),
      maxStreamsPerClient: scaled(100),
    },
    clientTimeoutMs: 30_000,
  };
};

const perHour = (calls: number): RateLimit => ({ calls, seconds: 3_600 });

/** How often single people may do what costs much, or harms others. */
export const RATE_LIMITS = {
  /** Orders of guests, for each client address and e-mail. */
  guestOrderRateLimit: perHour(60),
  /** Writes of visitors to carts and checkouts, for each client address. */
  guestCartRateLimit: perHour(3_000),
  /** Unknown discount codes that visitors and customers try, for each client address and customer. */
  discountCodeRateLimit: perHour(60),
  /** Sign-ups of visitors, for each client address. */
  signUpRateLimit: perHour(10),
  /** Payment attempts that reach a gateway, and declined payments. */
  paymentRateLimits: { order: perHour(20), user: perHour(60), address: perHour(120), declines: perHour(10) },
  /** Tests, retries and replays of webhooks, for each user. */
  webhookRateLimit: { calls: 60, seconds: 60 },
} as const;
