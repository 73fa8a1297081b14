import { apiMessage } from '../text/api-message.ts';
import type { components } from './schema.ts';

type FullProblem = components['schemas']['Problem'];

/** Why a request failed, as the API says it. */
export type Problem = Readonly<
  Pick<FullProblem, 'status' | 'title' | 'detail' | 'code'> &
    Partial<
      Pick<
        FullProblem,
        'errors' | 'required_scope' | 'actions' | 'doc_url' | 'request_id' | 'second_factor_methods' | 'passkey_options'
      >
    >
>;

/** What a passkey is to sign. */
export type PasskeyOptions = NonNullable<FullProblem['passkey_options']>;

/** What a credential lacks that no longer signs anybody in. */
const SIGNED_OUT: ReadonlySet<string> = new Set([
  'authentication_required',
  'invalid_api_key',
  'expired_api_key',
  'revoked_api_key',
  'session_ended',
]);

/** The code of a service that did not respond. */
const UNREACHABLE = 0;

/** The API refused a request, or did not respond. */
export class ApiError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.problem = problem;
  }

  static unreachable(): ApiError {
    return new ApiError({ status: UNREACHABLE, code: 'unavailable', title: '', detail: '' });
  }

  /** An error as it is shown: what nobody expected is like no response. */
  static of(error: unknown): ApiError {
    return error instanceof ApiError ? error : ApiError.unreachable();
  }

  /** The browser has refused what a request needs. */
  static inBrowser(detail: string): ApiError {
    return new ApiError({ status: 400, code: 'bad_request', title: '', detail });
  }

  /** The service did not respond: whether it received the request is unknown. */
  get isUnreachable(): boolean {
    return this.problem.status === UNREACHABLE;
  }

  /** The same request may succeed later. */
  get isPassing(): boolean {
    return this.isUnreachable || this.problem.status === 429 || this.problem.status >= 500;
  }

  /** What a form requires and the API does not, in the words of the API. */
  static atField(name: string, message: string): ApiError {
    const errors = [{ pointer: `/${name}`, code: 'any.required', message }];
    return new ApiError({ status: 422, code: 'validation_failed', title: '', detail: '', errors });
  }

  /** The session has ended, or there was none. */
  get isSignedOut(): boolean {
    return this.problem.status === 401 && SIGNED_OUT.has(this.problem.code);
  }

  /** The resource is in another state than the screen shows: before the request, or by it, such as a failed payment. */
  get isStateConflict(): boolean {
    return [402, 409, 412].includes(this.problem.status);
  }

  /** Somebody else has changed the resource. */
  get isStale(): boolean {
    return this.problem.status === 412;
  }

  /** The password is asked for again, since the sign-in was long ago. */
  get asksForPassword(): boolean {
    return this.problem.code === 'recent_sign_in_required';
  }

  /** The password was right, and a code of the second factor is missing. */
  get asksForCode(): boolean {
    return this.problem.code === 'second_factor_required';
  }

  /** Everything else is refused until the user has a second factor. */
  get asksForEnrolment(): boolean {
    return this.problem.code === 'second_factor_enrolment_required';
  }

  /** The messages by field: `address.city` for `/address/city`. */
  get fields(): ReadonlyMap<string, string> {
    return new Map(
      (this.problem.errors ?? []).map(({ pointer, parameter, header, message }) => [
        (pointer ?? parameter ?? header ?? '').replace(/^\//, '').replaceAll('/', '.'),
        apiMessage(message),
      ]),
    );
  }
}
