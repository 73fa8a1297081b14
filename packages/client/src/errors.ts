import type { components } from './api.ts';

/** An error response of the API (RFC 9457). */
export type Problem = components['schemas']['Problem'];

/** A stable error code, as the OpenAPI document lists them. */
export type ProblemCode = Problem['code'];

type ApiErrorOptions = Readonly<{ problem: Problem | undefined; response: Response; attempts: number }>;

/** The API responded with an error, or something in between responded instead of the API. */
export class ApiError extends Error {
  /** The status of the response; 304 for a resource that still has the `If-None-Match`. */
  readonly status: number;
  /** Undefined if the response is not a problem document, such as the page of a proxy. */
  readonly code: ProblemCode | undefined;
  /** The whole problem document, with the members of its code, such as `items` of `insufficient_stock`. */
  readonly problem: Problem | undefined;
  /** All errors of the request: `pointer` (RFC 6901) in the body, `parameter` or `header`, and a `message` for people. */
  readonly errors: NonNullable<Problem['errors']>;
  /** Finds the request in the service's log. */
  readonly requestId: string | undefined;
  readonly headers: Headers;
  /** How often the request was sent. After more than one, an earlier attempt may have had the effect. */
  readonly attempts: number;

  constructor({ problem, response, attempts }: ApiErrorOptions) {
    super(
      problem?.detail ??
        `The response has the status ${response.status}, and is neither JSON of the API nor a problem.`,
    );
    this.name = 'ApiError';
    this.status = response.status;
    this.code = problem?.code;
    this.problem = problem;
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.request_id ?? response.headers.get('X-Request-Id') ?? undefined;
    this.headers = response.headers;
    this.attempts = attempts;
  }
}

/** No response arrived, so whether the request had an effect is unknown. `cause` is the error of the connection. */
export class ConnectionError extends Error {
  /** Whether the response did not arrive in time. */
  readonly isTimeout: boolean;
  /** How often the request was sent. */
  readonly attempts: number;

  constructor({ isTimeout, attempts, cause }: Readonly<{ isTimeout: boolean; attempts: number; cause: unknown }>) {
    super(isTimeout ? 'The service did not respond in time.' : 'The service cannot be reached.', { cause });
    this.name = 'ConnectionError';
    this.isTimeout = isTimeout;
    this.attempts = attempts;
  }
}

type ProblemError<Code extends ProblemCode> = ApiError &
  Readonly<{ code: Code; problem: Problem & Readonly<{ code: Code }> }>;

/** Whether an error is a problem of the API, with one of the codes if there are any. */
export const isProblem = <Code extends ProblemCode = ProblemCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ProblemError<Code> =>
  error instanceof ApiError &&
  error.code !== undefined &&
  (codes.length === 0 || (codes as readonly ProblemCode[]).includes(error.code));

/** The error of a response that was read whole. */
export const apiErrorOf = async (response: Response, attempts: number): Promise<ApiError> => {
  const problem = problemIn(await response.text());
  return new ApiError({ problem, response, attempts });
};

const problemIn = (text: string): Problem | undefined => {
  try {
    const body: unknown = JSON.parse(text);
    const isOne = typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
    return isOne ? (body as Problem) : undefined;
  } catch {
    return undefined;
  }
};
