import { ApiError, type ConnectionError } from './errors.ts';

/** The longest pause that a `Retry-After` may ask for; a longer one is the caller's to wait for. */
const MAX_RETRY_AFTER_MS = 60_000;

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;

/** The longest time that a request with the same key may still run. */
const MAX_IN_PROGRESS_MS = 60_000;

const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Retried although 409 is not: the first is running, the second had no effect. */
const RETRIED_CODES: ReadonlySet<string> = new Set(['idempotency_in_progress', 'conflict']);

/** What has been tried of a request. */
export type Tries = Readonly<{
  /** How often the request was sent again, waits for the same key aside. */
  retries: number;
  /** How long the request has waited for one with the same key. */
  waitedMs: number;
}>;

/** What follows an error: a pause before the next attempt, and what has been tried then. */
export type Retry = Readonly<{ delayMs: number; tries: Tries }>;

/**
 * Whether a second effect is impossible: by the method, by an `Idempotency-Key`, or by an `If-Match` that the first effect
 * makes stale.
 */
const isSafeToRepeat = ({ method, headers }: Request): boolean => {
  if (method === 'POST') return headers.has('Idempotency-Key');
  return method !== 'PATCH' || headers.has('If-Match');
};

/** The retry that an error asks for; undefined if the error is the caller's. */
export const retryOf = (
  error: ApiError | ConnectionError,
  { request, tries, maxRetries }: Readonly<{ request: Request; tries: Tries; maxRetries: number }>,
): Retry | undefined => {
  const { retries, waitedMs } = tries;
  const retryAfterMs = error instanceof ApiError ? retryAfterOf(error.headers) : undefined;
  if (error instanceof ApiError && error.code === 'idempotency_in_progress') {
    const delayMs = Math.max(retryAfterMs ?? 0, backoffOf(0));
    const waited = waitedMs + delayMs;
    return waited > MAX_IN_PROGRESS_MS ? undefined : { delayMs, tries: { retries, waitedMs: waited } };
  }
  if (retries >= maxRetries || !isRetried(error, request)) return undefined;
  const delayMs = retryAfterMs ?? backoffOf(retries);
  return delayMs > MAX_RETRY_AFTER_MS ? undefined : { delayMs, tries: { retries: retries + 1, waitedMs } };
};

const isRetried = (error: ApiError | ConnectionError, request: Request): boolean => {
  if (!(error instanceof ApiError)) return isSafeToRepeat(request);
  // the rate limit refuses a request before any work
  if (error.status === 429) return true;
  return (RETRIED_STATUSES.has(error.status) || RETRIED_CODES.has(error.code ?? '')) && isSafeToRepeat(request);
};

/** Random, so that clients that failed together do not come back together. */
const backoffOf = (retries: number): number =>
  Math.min(FIRST_BACKOFF_MS * 2 ** retries, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2);

/** The pause of a `Retry-After` in seconds or as a date, in milliseconds. */
const retryAfterOf = (headers: Headers): number | undefined => {
  const value = headers.get('Retry-After');
  if (value === null) return undefined;
  const delayMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(delayMs) ? undefined : Math.max(delayMs, 0);
};
