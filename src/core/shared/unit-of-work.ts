// Why: docs/decisions/0001-use-cases-return-work.md

/**
 * The writes of a use case within a transaction, of which it declares the part that it needs. It may run again after a
 * serialization failure, so it touches only the transaction and calls nothing outside the storage. An exception of a
 * repository ends it: a work that catches one must throw.
 */
export type Work<T, Tx> = (tx: Tx) => Promise<T>;

/** The only way to write. */
export interface UnitOfWork<Tx> {
  /**
   * Runs the work in one transaction and commits it; an exception rolls it back. A repository may report a conflict,
   * such as a duplicate, at the call or at the commit.
   * @throws DomainError `conflict` after too many concurrent changes, `unavailable` when the storage is down.
   */
  run<T>(work: Work<T, Tx>): Promise<T>;

  /** Runs the work with all its checks, returns its result and rolls it back. */
  dryRun<T>(work: Work<T, Tx>): Promise<T>;
}

/**
 * A function that a capability above takes part with in the transaction of the one that calls it. It may need a larger part
 * of the transaction than its caller declares, since every transaction has all parts: only the parameters of methods allow
 * that.
 */
export type Participant<Tx, Args extends readonly unknown[], T> = { call(tx: Tx, ...args: Args): Promise<T> }['call'];

/**
 * What was prepared outside the transaction is out of date, such as a price that has changed meanwhile. The caller
 * prepares and runs the work again.
 */
export class StalePreparationError extends Error {}
