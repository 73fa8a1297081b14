import type { Id } from './id.ts';

/** Names one request of one account, so that its repetition can be told from a new one. */
export type IdempotencyKey = Readonly<{
  /** The calling account. */
  account: string;
  /** The method and path. */
  operation: string;
  /** What the client calls the request. */
  key: string;
}>;

/** The first answer to a named request, kept to be given again. */
export type IdempotencyRecord = Readonly<{
  /** Tells the bodies of two requests apart. */
  fingerprint: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Null once it was erased. */
  body: string | null;
}>;

/** An answer as it is given to be kept. */
export type NewIdempotencyRecord = IdempotencyRecord &
  Readonly<{
    /** The users, orders and payments that it may tell of. */
    about: readonly string[];
    at: Date;
  }>;

/** How long the answer to a named request is given again. */
export const IDEMPOTENCY_RETENTION_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

/** An answer from before this time is none any more. */
export const idempotencyCutoff = (now: Date): Date => new Date(now.getTime() - IDEMPOTENCY_RETENTION_DAYS * DAY_MS);

type ConflictReason = 'completed' | 'in_progress' | 'reused';

/**
 * The name of a request cannot be taken: it was answered before, it is being worked on now, or it was the name of another
 * request.
 */
export class IdempotencyConflict extends Error {
  readonly reason: ConflictReason;

  constructor(reason: ConflictReason) {
    super(`The idempotency key cannot be claimed: ${reason}.`);
    this.name = 'IdempotencyConflict';
    this.reason = reason;
  }
}

/** The answers kept for repeated requests, written in the transaction of the effect that they tell of. */
export interface IdempotencyStore {
  /**
   * Takes a request's name for this transaction, before any work. Whether it could may be told later, even at the
   * commit, but at once where another transaction has the name: the work need not wait. An answer older than `since` is
   * none.
   * @throws NameTaken then, and nothing of the transaction is kept.
   */
  claim(name: IdempotencyKey, since: Date): Promise<void>;
  /** Keeps the answer of the name taken in this transaction. */
  complete(name: IdempotencyKey, answer: NewIdempotencyRecord): Promise<void>;
  /**
   * Removes the answers that a user was given, and the bodies of those that tell of the user or of these orders and
   * payments; their names stay taken.
   */
  erase(userId: Id<'usr'>, ids: readonly (Id<'ord'> | Id<'pay'>)[]): Promise<void>;
}

/** The kept answers outside a transaction. */
export interface IdempotencyQueries {
  /** The answer kept under a name after a time, if any. */
  find(name: IdempotencyKey, since: Date): Promise<IdempotencyRecord | undefined>;
  /** Removes what was kept before a time; at most some thousand at once. @returns how many. */
  removeBefore(time: Date): Promise<number>;
}
