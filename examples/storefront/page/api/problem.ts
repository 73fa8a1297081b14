/** An error of one field of a request. */
export type FieldError = Readonly<{
  /** An RFC 6901 pointer into the body such as `/shipping_address/city`; undefined for a header or a parameter. */
  pointer?: string;
  message: string;
}>;

/** An error of the API (RFC 9457), or of the connection, with status 0. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];

  constructor(status: number, code: string, detail: string, errors: readonly FieldError[] = []) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  /**
   * Whether the service may have done what it was asked, now or at an earlier attempt, so that only the same request with
   * the same key may follow. 401 and 429 say nothing about earlier attempts.
   */
  get isUncertain(): boolean {
    return [0, 401, 429].includes(this.status) || this.status >= 500 || this.code === 'idempotency_in_progress';
  }
}
