import type Joi from 'joi';
import { SCOPES } from '#core/access/scope.ts';
import { CAPABILITIES, type IdPrefix } from '#core/capabilities.ts';
import { ID_SUFFIX } from '#core/shared/id.ts';
import { EVENT_STREAM } from '../pipeline/event-stream.ts';
import { API_VERSION } from '../pipeline/negotiation.ts';
import { querySchemaOf } from '../pipeline/read-query.ts';
import type { Route } from '../pipeline/route.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import { PROBLEM_SCHEMA, problemResponses } from './openapi-problems.ts';
import { webhookOperations } from './openapi-webhooks.ts';

const INTRODUCTION = `A commerce platform over JSON and HTTP.

Send an API key with every request: \`Authorization: Bearer <API_KEY>\`. Amounts are JSON numbers in major units beside
an ISO 4217 currency. Times are RFC 3339 in UTC. Lists are paged by cursor. Writes can be rehearsed with
\`?dry_run=true\`, repeated safely with \`Idempotency-Key\`, and guarded against lost updates with \`If-Match\`. Refusals
are problem documents (RFC 9457) whose \`code\` is stable.`;

/** The OpenAPI 3.1 document of these routes. */
export const openApiDocument = (routes: readonly Route[]): object => {
  const schemas: Record<string, JsonSchema> = { Problem: PROBLEM_SCHEMA, DryRun: DRY_RUN_SCHEMA };
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Commerce API',
      version: API_VERSION,
      description: INTRODUCTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: tagsOf(routes),
    paths,
    webhooks: webhookOperations(schemas),
    components: { securitySchemes: SECURITY_SCHEMES, schemas },
  };
};

/** The tags that the routes have, in the order of the routes. */
const tagsOf = (routes: readonly Route[]): object[] => {
  const tags = CAPABILITIES.flatMap((manifest): readonly { name: string }[] => manifest.tags);
  const used = new Set<string>(routes.map(({ tag }) => tag));
  return [...used].flatMap((wanted) => tags.filter(({ name }) => name === wanted));
};

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: `An API key (\`cpk_…\`) or a session token (\`cps_…\`). Scopes: ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
  },
};

const operation = (route: Route, schemas: Record<string, JsonSchema>): object => {
  const { operationId, tag, summary, description, access, body } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, ...needOf(access)].join('\n\n'),
    security: securityOf(route),
    parameters: parametersOf(route),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(route, schemas) }),
    ...('receive' in route ? { requestBody: ANY_BODY } : {}),
    responses: { ...answersOf(route, schemas), ...rehearsalOf(route), ...problemResponses(route) },
  };
};

/** Who may call, in a sentence; none where anybody may. */
const needOf = (access: Route['access'] | undefined): string[] => {
  switch (access?.kind) {
    case 'scope': {
      const exception = access.own === true ? ', but for what is a customer’s own' : '';
      return [`Needs the scope \`${access.scope}\`${exception}.`];
    }
    case 'session':
      return ['Needs a session.'];
    case 'any_key':
      return ['Needs an API key or a session, whatever its scopes.'];
    case 'open':
    case 'optional':
      return [];
    case undefined:
      return ['Nobody was given this yet.'];
  }
};

const securityOf = ({ access }: Route): object[] => {
  if (access?.kind === 'open') return [];
  return access?.kind === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }];
};

const parametersOf = (route: Route): object[] => [
  ...pathParameters(route),
  ...queryParameters(route),
  ...headers(route),
];

const pathParameters = ({ id, nested }: Route): object[] => [
  ...(id === undefined ? [] : [pathParameter('id', id, 'The id of the resource.')]),
  ...(nested === undefined ? [] : [pathParameter(nested.name, nested.prefix, 'The id of what is inside of it.')]),
];

const pathParameter = (name: string, prefix: IdPrefix, description: string): object => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: {
    type: 'string',
    pattern: `^${prefix}_${ID_SUFFIX}$`,
    examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`],
  },
});

const queryParameters = (route: Route): object[] => {
  const query = querySchemaOf(route);
  if (query === undefined) return [];
  const properties = toJsonSchema(query, {})['properties'] as Record<string, JsonSchema>;
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema,
    ...(schema['type'] === 'array' ? { style: 'form', explode: true } : {}),
  }));
};

const header = (name: string, description: string, schema: JsonSchema): object => ({
  name,
  in: 'header',
  description,
  schema,
});

const headers = ({ method, versioned, ...route }: Route): object[] => [
  ...(method === 'post' && !('receive' in route)
    ? [
        header(
          'Idempotency-Key',
          'Names the request, so that it can be repeated safely: the first answer is given again for 7 days, or, where ' +
            'it told of somebody who was erased since, `{"object": "erased_answer"}`.',
          { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
        ),
      ]
    : []),
  ...('subscribe' in route
    ? [
        header('Last-Event-ID', 'The id of the event to go on after.', {
          type: 'string',
          pattern: `^evt_${ID_SUFFIX}$`,
        }),
      ]
    : []),
  ...(versioned && method === 'get' ? [header('If-None-Match', 'ETags that the client has.', { type: 'string' })] : []),
  ...(versioned && method !== 'get'
    ? [
        header('If-Match', 'The ETag that the change builds on: `"3"`. Without it the last writer wins.', {
          type: 'string',
        }),
      ]
    : []),
];

/** Another service's own form. */
const ANY_BODY = {
  required: true,
  content: { 'application/json': { schema: { type: 'object', description: 'As the gateway sends it.' } } },
};

const requestBodyOf = ({ method, body, bodyOptional }: Route, schemas: Record<string, JsonSchema>): object => {
  const media = body && { schema: toJsonSchema(body, schemas), example: exampleOf(body) };
  return {
    required: bodyOptional !== true,
    content:
      method === 'patch'
        ? { 'application/merge-patch+json': media, 'application/json': media }
        : { 'application/json': media },
  };
};

/** A body of its fields' examples. */
const exampleOf = (body: Joi.Schema): object => {
  const keys: Record<string, { examples?: readonly unknown[] }> = body.describe()['keys'] ?? {};
  return Object.fromEntries(
    Object.entries(keys).flatMap(([name, { examples = [] }]) => (examples.length > 0 ? [[name, examples[0]]] : [])),
  );
};

/** A dry run of what answers nothing still tells which events there would be. */
const rehearsalOf = (route: Route): object =>
  route.responses[204] === undefined || 'receive' in route
    ? {}
    : {
        200: {
          description: 'The dry run went well.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/DryRun' } } },
        },
      };

const DRY_RUN_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'What a dry run would have done.',
  properties: {
    dry_run: { type: 'boolean', const: true, description: 'That nothing was kept.' },
    events: { type: 'array', description: 'The types of events that there would be.', items: { type: 'string' } },
  },
  required: ['dry_run', 'events'],
};

const answersOf = (route: Route, schemas: Record<string, JsonSchema>): object =>
  Object.fromEntries(
    Object.entries(route.responses).map(([status, { description, schema }]) => [
      status,
      {
        description,
        headers: answerHeaders(status, schema),
        ...(schema === undefined
          ? {}
          : { content: { 'application/json': { schema: toJsonSchema(schema, schemas, 'output') } } }),
        ...('download' in route ? { content: { [route.file.type]: { schema: { type: 'string' } } } } : {}),
        ...('subscribe' in route ? { content: { [EVENT_STREAM]: { schema: { type: 'string' } } } } : {}),
      },
    ]),
  );

const answerHeaders = (status: string, schema: Joi.Schema | undefined): object => ({
  ...(schema?.describe()['keys']?.version === undefined
    ? {}
    : { ETag: { description: 'The version.', schema: { type: 'string' } } }),
  ...(status === '201' ? { Location: { description: 'Where it is.', schema: { type: 'string' } } } : {}),
});
