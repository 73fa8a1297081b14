import type { Route } from '../routing/route.ts';
import { descriptionOf } from '../schemas/description.ts';
import { SECRET_KEY_WARNING } from '../server/secret-key-warning.ts';

const text = (description: string): object => ({ description, schema: { type: 'string' } });

/** The headers of responses, by the name of their component. */
export const HEADER_COMPONENTS: Readonly<Record<string, object>> = {
  'Access-Control-Allow-Origin': text('The request’s `Origin` if its pages may read the response; absent otherwise.'),
  ETag: text('A digest of what a read shows, for `If-None-Match` and `If-Match`: of a write, that of the next read.'),
  Location: text('The path of the created resource.'),
  'WWW-Authenticate': text('`Bearer`.'),
  'X-Request-Id': text('The id of the request in the log: the client’s `X-Request-Id`, or a new one.'),
  'API-Version': text('The version of the API.'),
  RateLimit: text('The rest of the rate limit: `"default";r=<requests>;t=<seconds until it is full>`.'),
  'RateLimit-Policy': text('The rate limit: `"default";q=<requests>;w=<seconds>`.'),
  'Retry-After': text('Seconds to wait before the next attempt.'),
  Link: text('The next page: `<path>; rel="next"`; absent on the last page.'),
  [SECRET_KEY_WARNING]: text('Only if a page has sent a secret key: what to do.'),
  'Idempotency-Replayed': text('`true` if the response is that of an earlier request with the same `Idempotency-Key`.'),
};

const ALWAYS = [
  'Access-Control-Allow-Origin',
  'X-Request-Id',
  'API-Version',
  'RateLimit',
  'RateLimit-Policy',
  SECRET_KEY_WARNING,
];

/** The statuses whose responses are stored under an idempotency key. */
const isReplayable = (status: number): boolean => status < 300 || [402, 404, 409, 412].includes(status);

const mayBeRetried = (status: number): boolean => status === 409 || status === 429 || status >= 502;

/** Whether a response with the status may be a replayed one. */
export const mayBeReplayed = ({ method, ...route }: Route, status: number): boolean =>
  method === 'post' && !('receive' in route) && isReplayable(status);

/** References to the headers of an operation’s responses with the status, and to `own` ones. */
export const headersOf = (route: Route, status: number, own: readonly string[] = []): object => {
  const { schema } = route.responses[200] ?? {};
  const isList = schema !== undefined && 'next_cursor' in descriptionOf(schema).keys;
  const names = [
    ...own,
    ...ALWAYS,
    ...(mayBeRetried(status) ? ['Retry-After'] : []),
    ...(isList && status === 200 ? ['Link'] : []),
    ...(mayBeReplayed(route, status) ? ['Idempotency-Replayed'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
};
