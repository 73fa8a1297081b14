/** Names one request of one account, so that its repetition can be told from a new one. */
export type RequestName = Readonly<{
  /** The calling account. */
  account: string;
  /** The method and path. */
  operation: string;
  /** What the client calls the request. */
  key: string;
}>;

/** The first answer to a named request, kept to be given again. */
export type KeptAnswer = Readonly<{
  /** Tells the bodies of two requests apart. */
  fingerprint: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}>;

/** The answers kept for repeated requests, written in the transaction of the effect that they tell of. */
export interface AnswerLog {
  /**
   * Takes a request name for this transaction, before any work: `taken` when the work may begin, `kept` with the first
   * answer when it was done, `running` when another transaction has the name now. An answer older than `since` is none.
   */
  take(name: RequestName, since: Date): Promise<TakenName>;
  /** Keeps the answer of the name taken in this transaction. */
  keep(name: RequestName, answer: KeptAnswer, at: Date): Promise<void>;
}

export type TakenName =
  | Readonly<{ kind: 'taken' }>
  | Readonly<{ kind: 'running' }>
  | Readonly<{ kind: 'kept'; answer: KeptAnswer }>;

/** The kept answers outside a transaction. */
export interface AnswerQueries {
  /** Removes what was kept before a time; at most some thousand at once. @returns how many. */
  removeBefore(time: Date): Promise<number>;
}
