/** The kinds of errors, by what a caller can do about them. */
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

/** An error of the input: its path from the command's root, and the expected value. */
export type FieldError = Readonly<{ path: readonly (string | number)[]; code: string; message: string }>;

/** A rejection by the core; nothing was changed. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  /** A stable code for programs, such as `already_exists`. */
  readonly code: string;
  /** Details for programs, in the API's names. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly fieldErrors: readonly FieldError[];

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    {
      details = {},
      fieldErrors = [],
      cause,
    }: { details?: Record<string, unknown>; fieldErrors?: readonly FieldError[]; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DomainError';
    this.kind = kind;
    this.code = code;
    this.details = details;
    this.fieldErrors = fieldErrors;
  }
}

export const invalid = (fieldErrors: readonly FieldError[], details: Record<string, unknown> = {}): DomainError =>
  new DomainError('invalid', 'validation_failed', fieldErrors.map(sentence).join('; '), { fieldErrors, details });

export const notFound = (what: string, id: string): DomainError =>
  new DomainError('not_found', 'not_found', `There is no ${what} ${id}.`);

/** What was looked up by its id. @throws DomainError `not_found` if there is none. */
export const orNotFound = <T>(found: T | undefined, what: string, id: string): T => {
  if (found === undefined) throw notFound(what, id);
  return found;
};

export const alreadyExists = (field: string, message: string): DomainError =>
  new DomainError('conflict', 'already_exists', `${field} ${message}`, {
    fieldErrors: [{ path: [field], code: 'any.unique', message }],
  });

/** A referenced resource does not exist, or not for the caller. */
export const unknownReference = (fieldErrors: readonly FieldError[]): DomainError =>
  new DomainError('invalid', 'unknown_reference', fieldErrors.map(sentence).join('; '), { fieldErrors });

/** A step that the current state forbids; `actions` are the allowed ones. */
export const invalidState = (message: string, currentState: string, actions: readonly string[] = []): DomainError =>
  new DomainError('conflict', 'invalid_state', message, { details: { current_state: currentState, actions } });

export const conflict = (message: string, cause?: unknown): DomainError =>
  new DomainError('conflict', 'conflict', message, { cause });

export const unavailable = (message: string, cause?: unknown): DomainError =>
  new DomainError('unavailable', 'unavailable', message, { cause });

/** A dry run is impossible because the operation has external effects. */
export const dryRunUnsupported = (message: string): DomainError =>
  new DomainError('invalid', 'dry_run_unsupported', message);

const sentence = (error: FieldError): string => `${error.path.join('.')} ${error.message}`;
