/**
 * How long the process that called the gateway has to record the outcome, in milliseconds. Longer than any call may
 * take.
 */
export const LEASE_MS = 30_000;

const SECOND = 1_000;
const MAX_BACKOFF_MS = 60 * SECOND;
/** The delay between attempts to refund an overpayment. */
export const OVERPAYMENT_RETRY_MS = 3_600 * SECOND;

/** After 1, 2, 4 … seconds, at most a minute. */
export const nextCheck = ({ checkCount }: Readonly<{ checkCount: number }>, at: Date): Date =>
  new Date(at.getTime() + Math.min(MAX_BACKOFF_MS, SECOND * 2 ** Math.min(checkCount, 20)));
