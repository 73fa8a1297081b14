/**
 * The kinds of refusal, by what a caller can do about it: mend the input, name something that exists, wait and try
 * again, and so on.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'stale'
  | 'declined'
  | 'bad_gateway'
  | 'unavailable';

/** One fault of the input: where it is, as steps from the command's root, and what would be right. */
export type FieldError = Readonly<{ path: readonly (string | number)[]; code: string; message: string }>;

/** A refusal by the core: nothing was changed. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  /** A stable name for programs, such as `already_exists`. */
  readonly code: string;
  /** What a program may want to know beside the code, in the API's names. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly faults: readonly FieldError[];

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    {
      details = {},
      faults = [],
      cause,
    }: { details?: Record<string, unknown>; faults?: readonly FieldError[]; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DomainError';
    this.kind = kind;
    this.code = code;
    this.details = details;
    this.faults = faults;
  }
}

export const invalid = (faults: readonly FieldError[]): DomainError =>
  new DomainError('invalid', 'validation_failed', faults.map(sentence).join('; '), { faults });

export const notFound = (what: string, id: string): DomainError =>
  new DomainError('not_found', 'not_found', `There is no ${what} ${id}.`);

export const alreadyExists = (field: string, message: string): DomainError =>
  new DomainError('conflict', 'already_exists', message, { faults: [{ path: [field], code: 'any.unique', message }] });

/** What is named does not exist, or not for who names it. */
export const unknownReference = (faults: readonly FieldError[]): DomainError =>
  new DomainError('invalid', 'unknown_reference', faults.map(sentence).join('; '), { faults });

/** A step that the resource's state does not allow; `actions` are those that it does. */
export const invalidState = (message: string, currentState: string, actions: readonly string[] = []): DomainError =>
  new DomainError('conflict', 'invalid_state', message, { details: { current_state: currentState, actions } });

export const conflict = (message: string, cause?: unknown): DomainError =>
  new DomainError('conflict', 'conflict', message, { cause });

export const unavailable = (message: string, cause?: unknown): DomainError =>
  new DomainError('unavailable', 'unavailable', message, { cause });

/** Something outside would be called, which cannot be undone. */
export const dryRunUnsupported = (message: string): DomainError =>
  new DomainError('invalid', 'dry_run_unsupported', message);

const sentence = (fault: FieldError): string => `${fault.path.join('.')} ${fault.message}`;
