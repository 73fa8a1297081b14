import { setImmediate as nextIteration } from 'node:timers/promises';
import type Joi from 'joi';
import { SCOPES } from '#core/access/scope.ts';
import { CAPABILITIES } from '#core/capabilities.ts';
import { CSV } from '../request/csv.ts';
import { EVENT_STREAM } from '../responses/event-stream.ts';
import type { Route, TaggedRoute, UploadRoute } from '../routing/route.ts';
import { descriptionOf } from '../schemas/description.ts';
import type { EventSchemas } from '../schemas/event.ts';
import { API_VERSION, type ApiVersions } from '../versions/api-versions.ts';
import { type Components, makeComponents } from './components.ts';
import { markDeprecated } from './deprecated-parts.ts';
import { extendedSchemas } from './extended-schemas.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import { requirementOf, scopesOf, securityOf, visitorsOf } from './openapi-access.ts';
import { parametersOf } from './openapi-parameters.ts';
import { PROBLEM_SCHEMA, problemExamples, problemResponses } from './openapi-problems.ts';
import { webhookOperations } from './openapi-webhooks.ts';
import { HEADER_COMPONENTS, headersOf } from './response-headers.ts';
import { withSharedParts } from './shared-parts.ts';

const INTRODUCTION = `A commerce platform over JSON and HTTP.

Send an API key or a session token: \`Authorization: Bearer <API_KEY>\`. The catalogue can be read without. Amounts are
JSON numbers in major units with an ISO 4217 currency. Times are RFC 3339 in UTC. Lists have pages with cursors.
\`?dry_run=true\` tries a write without any effect, \`Idempotency-Key\` makes it safe to repeat, and \`If-Match\` prevents
lost updates. A PUT or PATCH that changes nothing writes nothing. Errors are problem documents (RFC 9457) with a stable
\`code\`.`;

/** The OpenAPI 3.1 document of routes and events. Other requests get their turns while it is made. */
export const openApiDocument = async (
  routes: readonly TaggedRoute[],
  eventSchemas: readonly EventSchemas[],
  versions: ApiVersions,
): Promise<object> => {
  const components = makeComponents({ Problem: PROBLEM_SCHEMA, DryRun: DRY_RUN_SCHEMA });
  const operations: Operation[] = [];
  for (const route of routes) {
    operations.push(operationOf(route, components));
    await nextIteration();
  }
  const described = withSharedParts(operations, components);
  const paths: Record<string, Record<string, object>> = {};
  for (const [index, { path, method }] of routes.entries())
    paths[path] = { ...paths[path], [method]: described[index] ?? {} };
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Commerce API',
      version: API_VERSION,
      description: INTRODUCTION,
      contact: { name: 'The operator of the service' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [
      {
        url: '/',
        description: 'The service that serves this document: production, staging or local.',
        'x-internal': false,
      },
    ],
    tags: tagsOf(routes),
    paths,
    webhooks: webhookOperations(eventSchemas, components),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADER_COMPONENTS,
      examples: problemExamples(routes),
      ...components,
      schemas: extendedSchemas(components.schemas),
    },
  };
  markDeprecated(document, versions);
  return document;
};

/** The tags of the routes, in the order of the routes. */
const tagsOf = (routes: readonly TaggedRoute[]): object[] => {
  const tags = CAPABILITIES.flatMap((manifest): readonly { name: string }[] => manifest.tags);
  const used = new Set<string>(routes.map(({ tag }) => tag));
  return [...used].flatMap((tagName) => tags.filter(({ name }) => name === tagName));
};

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: `A secret API key (\`cpk_…\`), a publishable one (\`cpk_pub_…\`) or a session token (\`cps_…\`). Scopes: ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
  },
};

type Operation = ReturnType<typeof operationOf>;

const operationOf = (route: TaggedRoute, components: Components) => {
  const { operationId, tag, summary, description, access, body } = route;
  const { schemas } = components;
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, ...requirementOf(access), ...visitorsOf(route)].join('\n\n'),
    security: securityOf(route),
    'x-scopes': scopesOf(route),
    parameters: parametersOf(route, components),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(route, schemas) }),
    ...(route.file === undefined ? {} : { requestBody: fileBodyOf(route.file) }),
    ...('receive' in route ? { requestBody: GATEWAY_BODY } : {}),
    ...('upload' in route ? { requestBody: uploadBodyOf(route) } : {}),
    responses: {
      ...responsesOf(route, schemas),
      ...dryRunResponse(route),
      ...problemResponses(route, components),
    },
  };
};

const uploadBodyOf = ({ uploads }: UploadRoute): object => ({
  required: true,
  content: Object.fromEntries(
    Object.entries(uploads).map(([type, example]) => [
      type,
      { schema: { description: 'A file of any length.' }, example },
    ]),
  ),
});

const fileBodyOf = ({ mediaTypes, description }: NonNullable<Route['file']>): object => ({
  required: true,
  content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: { description } }])),
});

/** The gateway defines the body. */
const GATEWAY_BODY = {
  required: true,
  content: { 'application/json': { schema: { type: 'object', description: 'The gateway’s own format.' } } },
};

const requestBodyOf = ({ method, body, bodyOptional }: Route, schemas: Record<string, JsonSchema>): object => {
  const media = body && { schema: toJsonSchema(body, schemas, 'body'), example: exampleOf(body) };
  return {
    required: bodyOptional !== true,
    content:
      method === 'patch'
        ? { 'application/merge-patch+json': media, 'application/json': { schema: media?.schema } }
        : { 'application/json': media },
  };
};

/** An example of a body, made of its fields' examples. */
const exampleOf = (body: Joi.Schema): object => {
  const { keys } = descriptionOf(body);
  return Object.fromEntries(
    Object.entries(keys).flatMap(([name, { examples = [] }]) => (examples.length > 0 ? [[name, examples[0]]] : [])),
  );
};

/** An operation without a response body has one for a dry run. */
const dryRunResponse = (route: Route): object =>
  route.responses[204] === undefined || route.responses[200] !== undefined || 'receive' in route
    ? {}
    : {
        200: {
          description: 'The result of a dry run.',
          headers: headersOf(route, 200),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/DryRun' } } },
        },
      };

const DRY_RUN_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'The result of a dry run without a resource.',
  properties: {
    dry_run: { type: 'boolean', const: true, description: 'The changes were rolled back.' },
    emits: {
      type: 'array',
      description: 'The types of the events that the request would emit.',
      items: { type: 'string' },
    },
  },
  required: ['dry_run', 'emits'],
};

const responsesOf = (route: Route, schemas: Record<string, JsonSchema>): object =>
  Object.fromEntries(
    Object.entries(route.responses).map(([status, { description, schema }]) => [
      status,
      {
        description,
        headers: headersOf(route, Number(status), ownHeaders(status, schema)),
        ...(schema === undefined
          ? {}
          : {
              content: {
                [route.mediaType ?? 'application/json']: { schema: toJsonSchema(schema, schemas, 'response') },
                ...('readTable' in route ? { [CSV]: { schema: { type: 'string' } } } : {}),
              },
            }),
        ...('download' in route && schema === undefined
          ? { content: Object.fromEntries(route.files.map(({ type }) => [type, { schema: { type: 'string' } }])) }
          : {}),
        ...('subscribe' in route
          ? { content: { [EVENT_STREAM]: { schema: eventStreamSchema(route.messages, schemas) } } }
          : {}),
      },
    ]),
  );

/** Messages have no schema of their own before OpenAPI 3.2. */
const eventStreamSchema = (messages: Joi.Schema, schemas: Record<string, JsonSchema>): JsonSchema => ({
  type: 'string',
  description: 'The `data` of each event has the schema of the content.',
  contentMediaType: 'application/json',
  contentSchema: toJsonSchema(messages, schemas, 'response'),
});

const ownHeaders = (status: string, schema: Joi.Schema | undefined): string[] => [
  ...(schema !== undefined && 'version' in descriptionOf(schema).keys ? ['ETag'] : []),
  ...(status === '201' ? ['Location'] : []),
];
