import { withoutCardNumber } from '#core/shared/card-number.ts';
import { DomainError, type ErrorKind } from '#core/shared/domain-error.ts';
import { type ProblemCode, pageOf, titleOf } from './problem-codes.ts';

/** An error of a request with its position: in the body, a parameter or a header. */
export type ProblemError = Readonly<
  ({ pointer: string } | { parameter: string } | { header: string }) & { code: string; message: string }
>;

type Extra = Readonly<{
  errors?: readonly ProblemError[];
  headers?: Readonly<Record<string, string>>;
  members?: Readonly<Record<string, unknown>>;
}>;

/** An error of HTTP itself; the core throws DomainErrors. It has no stack, which would take longer than the error. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly extra: Extra;

  constructor(status: number, code: ProblemCode, detail: string, extra: Extra = {}) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

/** An error as it is sent (RFC 9457). */
export type Problem = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
}>;

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

const STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 422,
  unauthenticated: 401,
  declined: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  bad_gateway: 502,
  unavailable: 503,
};

const HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  502: { 'Retry-After': '2' },
  503: { 'Retry-After': '1' },
};

type RequestOfProblem = Readonly<{ redactedPath: string; requestId: string; publicUrl: string }>;

/** The problem of an error; unexpected errors reveal only that they happened. */
export const toProblem = (error: unknown, request: RequestOfProblem): Problem => problemOf(describe(error), request);

/** The problem of what is rejected without an error. */
export const problemOf = (
  { status, code, detail, extra = {} }: ErrorDescription,
  request: RequestOfProblem,
): Problem => {
  const { errors = [], headers = {}, members = {} } = extra;
  return {
    status,
    headers: { ...HEADERS[status], ...headers },
    body: {
      type: request.publicUrl + pageOf(code),
      title: titleOf(code),
      status,
      code,
      detail: withoutCardNumber(detail),
      instance: request.redactedPath,
      request_id: request.requestId,
      doc_url: request.publicUrl + pageOf(code),
      ...members,
      ...(errors.length > 0 ? { errors: errors.map(withoutNumbers) } : {}),
    },
  };
};

/** The quoted input may be a card number. */
const withoutNumbers = (error: ProblemError): object =>
  Object.fromEntries(Object.entries(error).map(([name, text]) => [name, withoutCardNumber(text)]));

type ErrorDescription = Readonly<{ status: number; code: string; detail: string; extra?: Extra }>;

const describe = (error: unknown): ErrorDescription => {
  if (error instanceof HttpError)
    return { status: error.status, code: error.code, detail: error.message, extra: error.extra };
  if (!(error instanceof DomainError)) {
    return {
      status: 500,
      code: 'internal_error',
      detail: 'An internal error occurred. It has been logged.',
    };
  }
  const errors = error.fieldErrors.map(({ path, code, message }) => ({ pointer: pointer(path), code, message }));
  const extra = { errors, members: error.details };
  return { status: STATUS[error.kind], code: error.code, detail: error.message, extra };
};

/** The limit of a name that a problem quotes. */
const MAX_QUOTED = 200;

/** A name of the client's, cut to a length that is cheap to check and to send. */
export const shorten = (name: string): string =>
  name.length <= MAX_QUOTED ? name : `${name.slice(0, MAX_QUOTED).toWellFormed()}…`;

/** A JSON Pointer (RFC 6901). */
export const pointer = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${shorten(String(step)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The path of a JSON Pointer. */
export const pathOf = (jsonPointer: string): readonly string[] =>
  jsonPointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
