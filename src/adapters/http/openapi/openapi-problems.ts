import type { Route } from '../pipeline/route.ts';
import type { JsonSchema } from './json-schema.ts';

/** Every status that a problem has, with what it means. */
const DESCRIPTIONS: Readonly<Record<number, string>> = {
  304: 'The client has it already.',
  400: 'The request is malformed.',
  401: 'No valid key was sent.',
  402: 'The payment was declined.',
  403: 'The key may not do this.',
  404: 'There is no such thing, or not for the caller.',
  406: 'The client takes no JSON.',
  408: 'The body did not come in time.',
  409: 'It does not go together with what there is.',
  412: 'The resource has changed since.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The body breaks a rule.',
  429: 'Too many requests.',
  500: 'Something went wrong on our side.',
  502: 'A payment gateway cannot be reached; try again.',
  503: 'Not possible right now; try again.',
};

const STATUS_OF: Readonly<Record<string, number>> = {
  malformed_json: 400,
  invalid_parameter: 400,
  invalid_cursor: 400,
  unsupported_api_version: 400,
  bad_request: 400,
  authentication_required: 401,
  invalid_api_key: 401,
  expired_api_key: 401,
  revoked_api_key: 401,
  invalid_credentials: 401,
  payment_declined: 402,
  insufficient_scope: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  already_exists: 409,
  invalid_state: 409,
  insufficient_stock: 409,
  total_changed: 409,
  idempotency_in_progress: 409,
  conflict: 409,
  version_mismatch: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  validation_failed: 422,
  currency_mismatch: 422,
  unknown_reference: 422,
  dry_run_unsupported: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  header_fields_too_large: 431,
  internal_error: 500,
  gateway_error: 502,
  unavailable: 503,
};

/** The responses of an operation that refuse, or tell that nothing is new. */
export const problemResponses = (route: Route): Record<string, object> => {
  const byStatus = new Map<number, string[]>();
  for (const code of codesOf(route)) {
    const status = STATUS_OF[code];
    if (status === undefined) throw new Error(`The code ${code} has no status.`);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refusals = [...byStatus].map(([status, codes]) => [status, problemResponse(status, codes)]);
  const notModified = route.method === 'get' && route.versioned ? [[304, { description: DESCRIPTIONS[304] }]] : [];
  return Object.fromEntries([...notModified, ...refusals]);
};

const codesOf = (route: Route): Set<string> => {
  const { method, access, id, body, versioned, problems = [] } = route;
  // what another service sends is no write of a client's
  const isCallback = 'receive' in route;
  const writes = method !== 'get' && !isCallback;
  return new Set([
    'bad_request',
    ...(isCallback ? [] : ['invalid_parameter', 'unsupported_api_version']),
    'invalid_api_key',
    'expired_api_key',
    'revoked_api_key',
    ...(access?.kind === 'open' || access?.kind === 'optional' ? [] : ['authentication_required']),
    ...(access?.kind === 'scope' ? ['insufficient_scope'] : []),
    // a key may be held to addresses
    'forbidden',
    ...(id === undefined ? [] : ['not_found']),
    ...(isCallback ? [] : ['not_acceptable']),
    ...(writes && method === 'post' ? ['idempotency_in_progress', 'idempotency_key_reused'] : []),
    ...(writes ? ['conflict'] : []),
    ...(writes && versioned ? ['version_mismatch'] : []),
    ...(body === undefined
      ? []
      : ['malformed_json', 'request_timeout', 'payload_too_large', 'unsupported_media_type', 'validation_failed']),
    'rate_limited',
    ...problems,
    'internal_error',
    'unavailable',
  ]);
};

const problemResponse = (status: number, codes: readonly string[]): object => ({
  description: `${DESCRIPTIONS[status]} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
  ...(status === 401 ? { headers: { 'WWW-Authenticate': textHeader('`Bearer`.') } } : {}),
  ...(status === 429 || status >= 502 ? { headers: { 'Retry-After': textHeader('Seconds to wait.') } } : {}),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const textHeader = (description: string): object => ({ description, schema: { type: 'string' } });

const fault: JsonSchema = {
  type: 'object',
  description: 'One fault, and where it is.',
  properties: {
    pointer: { type: 'string', description: 'In the body, as a JSON Pointer.', examples: ['/price'] },
    parameter: { type: 'string', description: 'A query or path parameter.', examples: ['limit'] },
    header: { type: 'string', description: 'A header.', examples: ['If-Match'] },
    code: { type: 'string', description: 'What is wrong, for programs.', examples: ['number.precision'] },
    message: { type: 'string', description: 'What would be right.', examples: ['must have at most 2 decimals in USD'] },
  },
  required: ['code', 'message'],
};

export const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Why a request was refused (RFC 9457).',
  properties: {
    type: { type: 'string', description: 'The code as a URN.', examples: ['urn:problem:validation_failed'] },
    title: { type: 'string', description: 'The code in words.', examples: ['Validation failed'] },
    status: { type: 'integer', description: 'The status of the answer.', examples: [422] },
    code: { type: 'string', description: 'What happened, for programs; stable.', enum: Object.keys(STATUS_OF) },
    detail: {
      type: 'string',
      description: 'What happened, for people.',
      examples: ['price must have at most 2 decimals in USD'],
    },
    instance: { type: 'string', description: 'The path of the request.', examples: ['/api/products'] },
    request_id: { type: 'string', description: 'Names the request in the log.', examples: ['4f9c2b1e'] },
    errors: { type: 'array', description: 'Every fault of the request.', items: fault },
    current_version: { type: 'integer', description: 'With `version_mismatch`: the version there is.' },
    changed_fields: {
      type: 'array',
      description: 'With `version_mismatch`: what changed since.',
      items: { type: 'string' },
    },
    required_scope: { type: 'string', description: 'With `insufficient_scope`: what was missing.' },
    held_scopes: { type: 'array', description: 'With `insufficient_scope`: what is held.', items: { type: 'string' } },
    current_state: { type: 'string', description: 'With `invalid_state`: the state it is in.' },
    actions: { type: 'array', description: 'With `invalid_state`: what may be done now.', items: { type: 'string' } },
    decline_code: { type: 'string', description: 'With `payment_declined`: why, such as `insufficient_funds`.' },
    payment_id: { type: 'string', description: 'With `payment_declined`: the payment.' },
    total: { type: 'number', description: 'With `total_changed`: what it costs by now, in major units.' },
    currency: { type: 'string', description: 'With `total_changed`: the currency of the total.' },
    items: {
      type: 'array',
      description: 'With `insufficient_stock`: the products that there are not enough of.',
      items: {
        type: 'object',
        properties: {
          product_id: { type: 'string', description: 'The product.' },
          requested: { type: 'integer', description: 'Pieces that were asked for.' },
          available: { type: 'integer', description: 'Pieces that there are.' },
        },
        required: ['product_id', 'requested', 'available'],
      },
    },
  },
  required: ['type', 'title', 'status', 'code', 'detail', 'instance', 'request_id'],
  additionalProperties: true,
};
