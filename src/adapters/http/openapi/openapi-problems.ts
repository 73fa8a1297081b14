import { STATUS_CODES } from 'node:http';
import { isForEnrolment } from '../authorization/enrolment-operations.ts';
import { tokenOf } from '../authorization/resource-tokens.ts';
import { isForVisitors } from '../authorization/visitor-operations.ts';
import { PROBLEMS, type ProblemDescription, pageOf, titleOf } from '../responses/problem-codes.ts';
import type { Route } from '../routing/route.ts';
import { type Components, share } from './components.ts';
import type { JsonSchema } from './json-schema.ts';
import { headersOf, mayBeReplayed } from './response-headers.ts';

/** The statuses of problems and their descriptions. */
const DESCRIPTIONS: Readonly<Record<number, string>> = {
  304: 'The client has the current version.',
  400: 'The request is malformed.',
  401: 'No valid credential was sent.',
  402: 'The payment gateway declined the operation.',
  403: 'The caller lacks the required scope, or must confirm who they are.',
  404: 'The resource does not exist or is hidden from the caller.',
  406: 'The client does not accept JSON.',
  408: 'The request was not received in time.',
  409: 'The request conflicts with the current state.',
  412: 'The resource was changed since the expected version.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The body is invalid.',
  429: 'Too many requests.',
  500: 'An internal error occurred.',
  502: 'Another service, such as the payment gateway, cannot be reached. Try again.',
  503: 'The service is temporarily unavailable. Try again.',
};

const DESCRIBED: Readonly<Record<string, ProblemDescription>> = PROBLEMS;

/** The error responses of an operation, and 304. */
export const problemResponses = (route: Route, components: Components): Record<string, object> => {
  const byStatus = new Map<number, string[]>(route.method === 'get' && route.versioned ? [[304, []]] : []);
  for (const code of codesOf(route)) {
    const status = DESCRIBED[code]?.status;
    if (status === undefined) throw new Error(`The code ${code} is not described.`);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, unsorted]) => {
      const codes = unsorted.sort();
      const name = nameOf(status, codes) + (mayBeReplayed(route, status) ? 'OfPost' : '');
      return [status, share(components, 'responses', name, problemResponse(route, status, codes))];
    }),
  );
};

/** The codes that a response is not named after. */
const USUAL: Readonly<Record<number, readonly string[]>> = {
  400: ['bad_request', 'invalid_parameter', 'unsupported_api_version'],
  401: ['authentication_required', 'expired_api_key', 'invalid_api_key', 'revoked_api_key', 'session_ended'],
  403: ['forbidden', 'insufficient_scope', 'second_factor_enrolment_required'],
  409: ['conflict'],
  422: ['validation_failed'],
  502: ['gateway_error'],
};

/** Such as `Conflict`, `ConflictInvalidState` and `ForbiddenWithoutInsufficientScope`. */
const nameOf = (status: number, codes: readonly string[]): string => {
  const usual = USUAL[status] ?? codes;
  const missing = usual.filter((code) => !codes.includes(code));
  const more = codes.filter((code) => !usual.includes(code));
  const without = missing.length > 0 ? `Without${missing.map(inPascalCase).join('')}` : '';
  return `${(STATUS_CODES[status] ?? '').replaceAll(' ', '')}${more.map(inPascalCase).join('')}${without}`;
};

const inPascalCase = (code: string): string => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());

const codesOf = (route: Route): Set<string> => {
  const { method, access, id, body, file, versioned, problems = [] } = route;
  // a gateway webhook is not a client's write
  const isGatewayWebhook = 'receive' in route;
  const writes = method !== 'get' && !isGatewayWebhook;
  return new Set([
    'bad_request',
    ...(isGatewayWebhook ? [] : ['invalid_parameter', 'unsupported_api_version']),
    'invalid_api_key',
    'expired_api_key',
    'revoked_api_key',
    'session_ended',
    ...(access?.kind === 'open' || access?.kind === 'optional' ? [] : ['authentication_required']),
    ...(access?.kind === 'scope' || !isForVisitors(route) ? ['insufficient_scope'] : []),
    ...[tokenOf(route)?.code ?? []].flat(),
    // API keys may be restricted to addresses and origins
    'forbidden',
    ...(isForEnrolment(route) ? [] : ['second_factor_enrolment_required']),
    ...(id === undefined ? [] : ['not_found']),
    ...(isGatewayWebhook ? [] : ['not_acceptable']),
    ...(writes && method === 'post' ? ['idempotency_in_progress', 'idempotency_key_reused'] : []),
    ...(writes ? ['conflict'] : []),
    ...(writes && versioned ? ['version_mismatch'] : []),
    ...('upload' in route ? ['request_timeout', 'unsupported_media_type', 'validation_failed'] : []),
    ...(file === undefined ? [] : ['request_timeout', 'payload_too_large', 'unsupported_media_type']),
    // a POST without a body accepts an empty object
    ...('upload' in route || file !== undefined || (body === undefined && !(writes && method === 'post'))
      ? []
      : ['malformed_json', 'request_timeout', 'payload_too_large', 'unsupported_media_type', 'validation_failed']),
    'rate_limited',
    ...problems,
    'internal_error',
    'unavailable',
  ]);
};

const problemResponse = (route: Route, status: number, codes: readonly string[]): object => {
  const headers = headersOf(route, status, status === 401 ? ['WWW-Authenticate'] : []);
  if (codes.length === 0) return { description: DESCRIPTIONS[status], headers };
  return {
    description: `${DESCRIPTIONS[status]} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers,
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
};

const integer = (description: string): JsonSchema => ({ type: 'integer', format: 'int32', description });

const fieldError: JsonSchema = {
  type: 'object',
  description: 'An error and its position.',
  properties: {
    pointer: { type: 'string', description: 'The position in the body as a JSON Pointer.', examples: ['/price'] },
    parameter: { type: 'string', description: 'The query or path parameter.', examples: ['limit'] },
    header: { type: 'string', description: 'A header.', examples: ['If-Match'] },
    code: { type: 'string', description: 'The error code for programs.', examples: ['number.precision'] },
    message: {
      type: 'string',
      description: 'The error message for people.',
      examples: ['must have at most 2 decimals in USD'],
    },
  },
  required: ['code', 'message'],
};

const pageUrlOf = (code: string): string => `https://api.shop.example${pageOf(code)}`;

/** An example of a problem of each code that operations name. */
export const problemExamples = (routes: readonly Route[]): Record<string, object> => {
  const codes = new Set(routes.flatMap((route) => [...codesOf(route)]));
  return Object.fromEntries([...codes].map((code) => [code, { summary: titleOf(code), value: problemOf(code) }]));
};

const problemOf = (code: string): object => ({
  type: pageUrlOf(code),
  title: titleOf(code),
  status: DESCRIBED[code]?.status,
  code,
  detail: DESCRIBED[code]?.meaning,
  instance: '/api/…',
  request_id: '4f9c2b1e',
  doc_url: pageUrlOf(code),
});

const PAGE = pageUrlOf('validation_failed');

export const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'An error response (RFC 9457).',
  properties: {
    type: { type: 'string', format: 'uri', description: 'The page about the code.', examples: [PAGE] },
    doc_url: { type: 'string', format: 'uri', description: 'The page about the code, again.', examples: [PAGE] },
    title: { type: 'string', description: 'The code as text.', examples: ['Validation failed'] },
    status: { ...integer('The status of the response.'), examples: [422] },
    code: { type: 'string', description: 'The stable error code for programs.', enum: Object.keys(PROBLEMS) },
    detail: {
      type: 'string',
      description: 'The error message for people.',
      examples: ['price must have at most 2 decimals in USD'],
    },
    instance: { type: 'string', description: 'The path of the request.', examples: ['/api/products'] },
    request_id: { type: 'string', description: 'The id of the request in the log.', examples: ['4f9c2b1e'] },
    errors: { type: 'array', description: 'All errors of the request.', items: fieldError },
    current_version: integer('With `version_mismatch`: the current version.'),
    changed_fields: {
      type: 'array',
      description: 'With `version_mismatch`: the fields changed since the expected version.',
      items: { type: 'string' },
    },
    required_scope: { type: 'string', description: 'With `insufficient_scope`: the missing scopes.' },
    held_scopes: {
      type: 'array',
      description: 'With `insufficient_scope`: the scopes of the caller.',
      items: { type: 'string' },
    },
    second_factor_methods: {
      type: 'array',
      description: 'Without a second factor, or with a wrong one: what the user may prove it by.',
      items: { type: 'string', enum: ['totp', 'passkey', 'recovery_code'] },
    },
    passkey_options: {
      type: 'object',
      description:
        'With `passkey` in `second_factor_methods`: pass it through `PublicKeyCredential.parseRequestOptionsFromJSON` to ' +
        '`navigator.credentials.get` (`publicKey`).',
      properties: { challenge: { type: 'string', description: 'What the passkey signs, once, within five minutes.' } },
      required: ['challenge'],
      additionalProperties: true,
    },
    current_state: { type: 'string', description: 'With `invalid_state`: the current state.' },
    actions: { type: 'array', description: 'With `invalid_state`: the allowed actions.', items: { type: 'string' } },
    decline_code: { type: 'string', description: 'With `payment_declined`: the reason, such as `insufficient_funds`.' },
    payment_id: {
      type: 'string',
      description: 'With `payment_declined`, and `invalid_state` of a new payment: the payment’s id.',
    },
    total: {
      type: 'number',
      description: 'With `total_changed`: the current total, or what would be refunded, in major units.',
    },
    currency: { type: 'string', description: 'With `total_changed`: its currency.' },
    unpaid_quantity: integer('With `too_much_unpaid_stock`: the quantity that unpaid orders of the customer hold.'),
    requested_quantity: integer(
      'With `too_much_unpaid_stock`: the quantity from stock that the order, or a period of the subscription, would take.',
    ),
    max_unpaid_quantity: integer('With `too_much_unpaid_stock`: the quantity that unpaid orders may hold.'),
    items: {
      type: 'array',
      description: 'With `insufficient_stock`: the products that are short.',
      items: {
        type: 'object',
        properties: {
          product_id: { type: 'string', description: 'The product.' },
          requested: integer('The requested quantity.'),
          available: integer('The quantity in stock. Only with `products:read`.'),
        },
        required: ['product_id', 'requested'],
      },
    },
  },
  required: ['type', 'title', 'status', 'code', 'detail', 'instance', 'request_id', 'doc_url'],
  additionalProperties: true,
};
