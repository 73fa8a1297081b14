import { expect } from 'chai';
import type { Reply } from './calls.ts';

/** The codes allowed for each status. */
const PROBLEM_CODES: Readonly<Record<number, readonly string[]>> = {
  400: ['malformed_json', 'invalid_parameter', 'invalid_cursor', 'unsupported_api_version', 'bad_request'],
  401: [
    'authentication_required',
    'invalid_api_key',
    'expired_api_key',
    'revoked_api_key',
    'session_ended',
    'invalid_credentials',
  ],
  402: ['payment_declined'],
  403: ['insufficient_scope', 'forbidden', 'recent_sign_in_required'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  406: ['not_acceptable'],
  408: ['request_timeout'],
  409: [
    'already_exists',
    'invalid_state',
    'insufficient_stock',
    'too_many_unpaid_orders',
    'total_changed',
    'idempotency_in_progress',
    'conflict',
  ],
  412: ['version_mismatch'],
  413: ['payload_too_large'],
  414: ['uri_too_long'],
  415: ['unsupported_media_type'],
  422: ['validation_failed', 'idempotency_key_reused', 'currency_mismatch', 'unknown_reference', 'dry_run_unsupported'],
  429: ['rate_limited'],
  431: ['header_fields_too_large'],
  500: ['internal_error'],
  502: ['gateway_error'],
  503: ['unavailable'],
};

type ResponseText = Readonly<{ status: number; headers: Pick<Headers, 'get'>; text: string }>;

/** Checks the form of a problem. @returns the problem. */
export const expectProblem = (reply: ResponseText, status: number, code: string): Reply['json'] => {
  expect(`${reply.status} ${reply.text}`).to.match(new RegExp(`^${status} .*"code":"${code}"`, 's'));
  expect(PROBLEM_CODES[status]).to.include(code);
  expect(reply.headers.get('content-type')).to.equal('application/problem+json; charset=utf-8');
  const problem: Reply['json'] = JSON.parse(reply.text);
  expect(problem).to.include({ status, code, doc_url: problem.type });
  expect(new URL(problem.type).pathname).to.equal(`/docs/errors/${code}`);
  expect(problem.title).to.match(/^[A-Z]/);
  expect(problem.detail).to.be.a('string').that.is.not.empty;
  expect(problem.instance).to.match(/^[/*]/);
  expect(problem.request_id).to.equal(reply.headers.get('x-request-id'));
  return problem;
};

/** The sorted, distinct positions of a problem's errors: pointers, parameters and headers. */
export const errorPathsOf = ({ errors = [] }: Reply['json']): string[] => {
  const paths = errors.map(({ pointer, parameter, header }: Record<string, string>) => pointer ?? parameter ?? header);
  return [...new Set<string>(paths)].sort();
};
