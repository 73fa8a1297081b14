import fc from 'fast-check';
import type { Sent } from '../servers/keep-alive.ts';
import { anyBody, text, validProduct } from './arbitrary-bodies.ts';

const PARAMETERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  limit: fc.oneof(fc.integer({ min: 1, max: 100 }).map(String), fc.constantFrom('0', '101', '1.5', '-1', 'x')),
  sort: fc.constantFrom('price', '-price', 'name', '-name', 'created_at', '-updated_at', 'sku', '--price'),
  category: fc.constantFrom('Shirts', 'Hats', '', '\ud7ff'),
  price_min: fc.constantFrom('0', '10', '19.99', '1e3', '-1', '1.00001', '999999999999'),
  price_max: fc.constantFrom('0', '10.5', '9999999999999'),
  currency: fc.constantFrom('USD', 'JPY', 'usd', 'XXX'),
  sku: text(0, 12),
  status: fc.constantFrom('active', 'draft', 'gone'),
  available: fc.constantFrom('true', 'false', '1', 'TRUE'),
  ids: fc.constantFrom('prod_01h455vb4pex5vsknk084sn02q', 'prod_01h455vb4pex5vsknk084sn02q,x', ','),
  created_from: fc.constantFrom(
    '2020-01-01T00:00:00Z',
    '2026-11-20',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-12:00',
  ),
  updated_from: fc.constantFrom('2020-01-01T00:00:00.123456789Z', 'now'),
  'attributes.colour': text(0, 12),
  'attributes.': text(0, 3),
  include_total: fc.constantFrom('true', 'false', 'yes'),
  cursor: text(0, 60),
  dry_run: fc.constantFrom('true', 'false', 'maybe'),
};

const parameter = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(...Object.entries(PARAMETERS))
      .chain(([name, value]) => value.map((each) => `${name}=${encodeURIComponent(each)}`)),
  },
  { weight: 1, arbitrary: fc.tuple(text(0, 8), text(0, 8)).map((pair) => pair.map(encodeURIComponent).join('=')) },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom('%', '0', 'f', '=', '&', '+', '[', ']', '.', '_', ';'),
      maxLength: 8,
    }),
  },
);

/** A query string, with its question mark or empty. */
export const anyQuery = fc
  .array(parameter, { maxLength: 4 })
  .map((parameters) => (parameters.length === 0 ? '' : `?${parameters.join('&')}`));

const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
const id = fc
  .tuple(fc.constantFrom('prod_', 'key_', 'cat_', ''), fc.constantFrom('01h455vb4pex5vsknk084sn02q', 'x', '%00', '..'))
  .map((parts) => parts.join(''));
const segment = fc.oneof(
  fc.constantFrom('api', 'products', 'auth', 'keys', 'categories', 'rotate', 'docs', ''),
  id,
  printable.map(encodeURIComponent),
);

const KNOWN_PATHS = [
  '/api/products',
  '/api/products/prod_01h455vb4pex5vsknk084sn02q',
  '/api/categories',
  '/api/auth',
  '/api/auth/keys',
];

const anyPath = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...KNOWN_PATHS, '/health/live', '/metrics', '/api/openapi.json', '/docs') },
  { weight: 1, arbitrary: fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`) },
  { weight: 1, arbitrary: printable.map((rest) => `/${rest.replaceAll('#', '')}`) },
);

const anyHeader = fc.record(
  {
    Accept: fc.oneof(
      fc.constantFrom('application/json', '*/*', 'text/html', 'application/*;q=0', ';q=', ',,'),
      printable,
    ),
    'Accept-Encoding': fc.constantFrom('gzip', 'br', '*;q=0'),
    'API-Version': fc.constantFrom('2026-11-20', '1999-01-01'),
    'Content-Encoding': fc.constantFrom('identity', 'gzip'),
    'Content-Type': fc.oneof(
      fc.constantFrom(
        'application/json',
        'application/merge-patch+json',
        'text/plain',
        'application/json; charset=utf-16',
      ),
      printable,
    ),
    'Idempotency-Key': fc.oneof(printable, fc.constantFrom('one', 'two')),
    'If-Match': fc.oneof(fc.constantFrom('*', '"1"', 'W/"1"', '"1", "2"'), printable),
    'If-None-Match': fc.oneof(fc.constantFrom('*', '"1"', '""'), printable),
    Origin: fc.constantFrom('https://shop.example', 'null'),
    Range: fc.constantFrom('bytes=0-1', 'x'),
    'X-HTTP-Method-Override': fc.constantFrom('DELETE'),
    'X-Forwarded-For': printable,
    'X-Request-Id': printable,
  },
  { requiredKeys: [], noNullPrototype: true },
);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'LOCK'];

/** Any request that a client can write, except for its credentials. */
export const anyRequest: fc.Arbitrary<Sent> = fc
  .record({
    method: fc.constantFrom(...METHODS),
    path: anyPath,
    query: anyQuery,
    headers: anyHeader,
    body: fc.option(anyBody(validProduct)),
  })
  .map(({ method, path, query, headers, body }) => ({
    method,
    path: path + query,
    headers: headers as Record<string, string>,
    ...(body === null || method === 'TRACE' ? {} : { body }),
  }));
