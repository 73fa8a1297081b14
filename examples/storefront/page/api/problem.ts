import { ApiError, ConnectionError } from 'commerce-client';

/** An error of the API in the words of the page, of the connection, with status 0, or of the page itself. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: ApiError['errors'];

  constructor(status: number, code: string, message: string, errors: ApiError['errors'] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  /** The problem of a request. Other errors are thrown again. */
  static of(error: unknown): Problem {
    if (error instanceof ConnectionError) {
      return new Problem(0, 'unreachable', 'The shop cannot be reached. Check your connection, and try again.');
    }
    if (!(error instanceof ApiError)) throw error;
    const { status, code = 'unavailable', problem, errors } = error;
    return new Problem(status, code, problem?.detail ?? 'Something went wrong. Please try again.', errors);
  }

  /**
   * Whether the service may have done what it was asked, now or at an earlier attempt, so that only the same request with
   * the same key may follow. 401 and 429 say nothing about earlier attempts.
   */
  get isUncertain(): boolean {
    return [0, 401, 429].includes(this.status) || this.status >= 500 || this.code === 'idempotency_in_progress';
  }
}
