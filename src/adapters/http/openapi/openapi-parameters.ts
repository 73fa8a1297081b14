import type { IdPrefix } from '#core/capabilities.ts';
import { tokenOf } from '../authorization/resource-tokens.ts';
import { querySchemaOf } from '../request/read-query.ts';
import type { Route } from '../routing/route.ts';
import { idOf } from '../schemas/fields.ts';
import { MAX_HEADER_BYTES } from '../server/rejections.ts';
import { type Components, share } from './components.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

/** The parameters of an operation: in its path, its query and its headers. */
export const parametersOf = (route: Route, components: Components): object[] => [
  ...pathParameters(route, components),
  ...queryParameters(route),
  ...headers(route).map((each) => share(components, 'parameters', each.name, each)),
];

const pathParameters = ({ id, nested }: Route, components: Components): object[] => [
  ...(id === undefined ? [] : [pathParameter('id', id, 'The id of the resource.', components)]),
  ...(nested === undefined
    ? []
    : [pathParameter(nested.name, nested.prefix, 'The id of the nested resource.', components)]),
];

const pathParameter = (name: string, prefix: IdPrefix, description: string, components: Components): object => {
  const schema = toJsonSchema(idOf(prefix), {}, 'parameters');
  return share(components, 'parameters', `${name}.${prefix}`, {
    name,
    in: 'path',
    required: true,
    description,
    schema,
  });
};

type ObjectSchema = Readonly<{ properties: Record<string, JsonSchema>; required?: readonly string[] }>;

const queryParameters = (route: Route): object[] => {
  const query = querySchemaOf(route);
  if (query === undefined) return [];
  const { properties, required = [] } = toJsonSchema(query, {}, 'parameters') as ObjectSchema;
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    description,
    schema,
    ...(schema['type'] === 'array' ? { style: 'form', explode: true } : {}),
  }));
};

type Header = Readonly<{ name: string; in: 'header'; description: string; schema: JsonSchema }>;

const header = (name: string, description: string, schema: JsonSchema): Header => ({
  name,
  in: 'header',
  description,
  schema,
});

const ETAGS: JsonSchema = { type: 'string', maxLength: MAX_HEADER_BYTES };

const tokenHeader = (route: Pick<Route, 'operationId'>): Header[] => {
  const token = tokenOf(route);
  if (token === undefined) return [];
  const schema: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };
  return [header(token.header, `With a publishable key: ${token.opensBy}.`, schema)];
};

const headers = ({ method, versioned, ...route }: Route): Header[] => [
  ...tokenHeader(route),
  ...(method === 'post' && !('receive' in route)
    ? [
        header(
          'Idempotency-Key',
          'A unique key that makes the request safe to repeat: for 7 days, a repetition returns the stored response of the ' +
            'first request. If the response mentioned a user who was erased since, its body is `{"object": "erased_answer"}`.',
          { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
        ),
      ]
    : []),
  ...('subscribe' in route && route.isResumable
    ? [
        header(
          'Last-Event-ID',
          'The id of the last received event; the stream continues after it.',
          toJsonSchema(idOf('evt'), {}, 'parameters'),
        ),
      ]
    : []),
  ...(versioned && method === 'get' ? [header('If-None-Match', 'The ETags that the client has.', ETAGS)] : []),
  ...(versioned && method !== 'get'
    ? [
        header(
          'If-Match',
          'The expected version, such as `"3"`, or the ETag of a read. Without it, the last writer wins.',
          ETAGS,
        ),
      ]
    : []),
];
