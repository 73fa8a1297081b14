/** The outcome is unknown: the operation may have been done, or may still be. The caller asks again. */
export type Unknown = Readonly<{ kind: 'unknown'; why: string; cause?: unknown }>;

/** The gateway was not reached: the operation was not done and will not be. */
export type Unreachable = Readonly<{ kind: 'unreachable'; why: string; cause?: unknown }>;

/** The operation was not done, for a reason that the payer or the shop may see. */
export type Declined = Readonly<{
  kind: 'declined';
  /** A stable code for programs, such as `insufficient_funds`. */
  code: string;
  /** The reason for people. */
  message: string;
}>;

/** The gateway does not know the token. `message` continues "The token". */
export type InvalidToken = Readonly<{ kind: 'invalid_token'; message: string }>;
