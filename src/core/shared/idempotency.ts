import type { Id } from './id.ts';

/** Identifies a client's request. */
export type IdempotencyKey = Readonly<{
  /** The calling account. */
  account: string;
  /** The method and path. */
  operation: string;
  /** The client's key. */
  key: string;
}>;

/** The stored response of a completed request. */
export type IdempotencyRecord = Readonly<{
  /** Distinguishes requests under the same key. */
  fingerprint: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Null once it was erased. */
  body: string | null;
}>;

/** A response to be stored. */
export type NewIdempotencyRecord = IdempotencyRecord &
  Readonly<{
    /** The ids of users, orders, payments, invoices, credit notes, carts and checkouts that the response may mention. */
    mentionedIds: readonly string[];
    at: Date;
  }>;

/** How long responses are replayed. */
export const IDEMPOTENCY_RETENTION_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

/** Records from before this time have expired. */
export const idempotencyCutoff = (now: Date): Date => new Date(now.getTime() - IDEMPOTENCY_RETENTION_DAYS * DAY_MS);

type ConflictReason = 'completed' | 'in_progress' | 'reused';

/** The key cannot be claimed: its request completed, is in progress, or was a different one. */
export class IdempotencyConflict extends Error {
  readonly reason: ConflictReason;

  constructor(reason: ConflictReason) {
    super(`The idempotency key cannot be claimed: ${reason}.`);
    this.name = 'IdempotencyConflict';
    this.reason = reason;
  }
}

/** Idempotency records, written in the transaction of the request's effect. */
export interface IdempotencyStore {
  /**
   * Claims a key before any work. A conflict with a completed request may be reported later, even at the commit, but a
   * concurrent claim conflicts at once. Records older than `since` are ignored.
   * @throws IdempotencyConflict, and the transaction stores nothing.
   */
  claim(key: IdempotencyKey, since: Date): Promise<void>;
  /** Stores the response of the claimed key. */
  complete(key: IdempotencyKey, record: NewIdempotencyRecord): Promise<void>;
  /**
   * Removes the user's own records, and empties the responses that mention the user or these orders, payments, withdrawals,
   * invoices, credit notes, carts and checkouts; their keys stay used.
   */
  erase(userId: Id<'usr'>, ids: readonly Id<'ord' | 'pay' | 'wdr' | 'inv' | 'cn' | 'cart' | 'chk'>[]): Promise<void>;
}

/** The part of a transaction that makes requests idempotent. */
export type IdempotencyTx = Readonly<{ idempotency: IdempotencyStore }>;

/** Idempotency records and reservations, outside of transactions. */
export interface IdempotencyQueries {
  /** The record of a key since a time. */
  find(key: IdempotencyKey, since: Date): Promise<IdempotencyRecord | undefined>;
  /**
   * Reserves a key until a time, for a request that counts an attempt, or has effects that nothing else records, before its
   * transaction.
   * @returns false while another request has reserved it.
   */
  reserve(key: IdempotencyKey, reservation: Readonly<{ at: Date; until: Date }>): Promise<boolean>;
  /** Ends a reservation. */
  release(key: IdempotencyKey, until: Date): Promise<void>;
  /** Removes records and reservations from before a time; at most some thousand per call. @returns the number. */
  removeBefore(time: Date): Promise<number>;
}
