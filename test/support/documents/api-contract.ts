/** JSON Schema, of which only what decides about breaks is kept. */
export type Schema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  pattern?: string;
  /** As JSON. */
  default?: string;
  properties?: Readonly<Record<string, Schema>>;
  /** What is required of the fields of another part of `allOf`. */
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  contentSchema?: Schema;
}> &
  Readonly<Partial<Record<UpperLimit | LowerLimit, number>>>;

export const UPPER_LIMITS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
export const LOWER_LIMITS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
type UpperLimit = (typeof UPPER_LIMITS)[number];
type LowerLimit = (typeof LOWER_LIMITS)[number];

/** By media type or name; the name of what may be omitted ends with `?`. */
type Contents = Readonly<Record<string, Schema>>;

/** What clients rely on of an operation. */
export type OperationContract = Readonly<{
  /** Credentials of which one suffices, each with the scopes that it needs; an empty one is none. */
  security: readonly Readonly<Record<string, readonly string[]>>[];
  /** By place and name, such as `query limit?`. */
  parameters: Contents;
  /** By media type. */
  body?: Readonly<{ required: boolean; content: Contents }>;
  /** Successes by status. */
  responses: Readonly<Record<string, Readonly<{ headers: string; content: Contents }>>>;
  /** Statuses and codes, such as `404 not_found`, joined by commas. */
  errors: string;
}>;

/** What clients rely on of the API. */
export type ApiContract = Readonly<{
  version: string;
  /** By method and path, such as `GET /api/products`. */
  operations: Readonly<Record<string, OperationContract>>;
  /** What webhooks receive, by event type. */
  events: Contents;
  /** What `$ref` refers to. */
  schemas: Contents;
}>;

/** A schema of a document names what is required. */
type DocumentSchema = Omit<Schema, 'default'> &
  Readonly<{ required?: readonly string[]; default?: unknown; description?: string }>;

type Reference<T> = T | Readonly<{ $ref: string }>;
type Parameter = Readonly<{ name: string; in: string; required?: boolean; schema: Schema }>;
type Content = Readonly<Record<string, Readonly<{ schema?: Schema; examples?: Readonly<Record<string, unknown>> }>>>;
type Body = Readonly<{ required?: boolean; content: Content }>;
type Response = Readonly<{ headers?: Readonly<Record<string, unknown>>; content?: Content }>;
type Operation = Readonly<{
  security?: OperationContract['security'];
  'x-scopes'?: readonly string[];
  parameters?: readonly Reference<Parameter>[];
  requestBody?: Reference<Body>;
  responses: Readonly<Record<string, Reference<Response>>>;
}>;

/** The members of an OpenAPI document that are read here. */
export type OpenApiDocument = Readonly<{
  info: Readonly<{ version: string }>;
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  webhooks: Readonly<Record<string, Readonly<{ post: Operation }>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
}>;

const PROBLEM = 'application/problem+json';

/** Reduces a document to what decides about breaks. Only schemas keep their references. */
export const contractOf = (document: OpenApiDocument): ApiContract => {
  const resolve = <T extends object>(value: Reference<T>): T =>
    '$ref' in value ? resolve(at<Reference<T>>(document, value.$ref)) : value;
  const { paths, webhooks, components, info } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operationContract(operation, resolve)] as const,
    ),
  );
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const [schema = {}] = Object.values(
      contentsOf(resolve<Body>(post.requestBody ?? { content: {} }).content, 'response'),
    );
    return [type, schema] as const;
  });
  return {
    version: info.version,
    operations: sorted(Object.fromEntries(operations)),
    events: sorted(Object.fromEntries(events)),
    schemas: schemasOf(components.schemas, operations),
  };
};

const at = <T>(document: object, reference: string): T =>
  reference
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document) as T;

type Resolve = <T extends object>(value: Reference<T>) => T;

const operationContract = (operation: Operation, resolve: Resolve): OperationContract => {
  const { security: credentials = [], 'x-scopes': scopes, parameters = [], requestBody, responses } = operation;
  const parameterList = parameters.map((each) => resolve<Parameter>(each));
  const body = requestBody === undefined ? undefined : resolve<Body>(requestBody);
  const answers = Object.entries(responses).map(([status, response]) => [status, resolve<Response>(response)] as const);
  const errors = answers.flatMap(([status, { content }]) =>
    Object.keys(content?.[PROBLEM]?.examples ?? {}).map((code) => `${status} ${code}`),
  );
  const successes = answers
    .filter(([, { content }]) => content?.[PROBLEM] === undefined)
    .map(([status, { headers = {}, content = {} }]) => {
      return [
        status,
        { headers: Object.keys(headers).sort().join(', '), content: contentsOf(content, 'response') },
      ] as const;
    });
  const security =
    scopes === undefined
      ? credentials
      : scopes.map((each) => ({ bearer: each.split(' ').filter((scope) => scope !== '') }));
  return {
    security,
    parameters: sorted(
      Object.fromEntries(
        parameterList.map(({ name, in: place, required, schema }) => [
          `${place} ${name}${required ? '' : '?'}`,
          reduced(schema, 'request'),
        ]),
      ),
    ),
    ...(body === undefined
      ? {}
      : { body: { required: body.required === true, content: contentsOf(body.content, 'request') } }),
    responses: Object.fromEntries(successes),
    errors: errors.sort().join(', '),
  };
};

const contentsOf = (content: Content, use: Use): Contents =>
  sorted(mapped(content, ({ schema = {} }) => reduced(schema, use)));

const schemasOf = (
  schemas: OpenApiDocument['components']['schemas'],
  operations: readonly (readonly [string, OperationContract])[],
): Contents => {
  const inRequests = new Set<string>();
  const find = (requests: unknown): void => {
    for (const [, name = ''] of JSON.stringify(requests).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (inRequests.has(name)) continue;
      inRequests.add(name);
      find(schemas[name] ?? {});
    }
  };
  for (const [, { parameters, body = {} }] of operations) find([parameters, body]);
  const names = Object.keys(schemas).map((name): [string, Schema] => [
    name,
    reduced(schemas[name] ?? {}, inRequests.has(name) ? 'request' : 'response'),
  ]);
  return sorted(Object.fromEntries(names));
};

type Use = 'request' | 'response';

const PLAIN = ['$ref', 'type', 'format', 'const', 'enum'];

/** What decides about requests alone. */
const OF_REQUESTS = ['pattern', 'additionalProperties', ...UPPER_LIMITS, ...LOWER_LIMITS];

const reduced = (schema: DocumentSchema, use: Use): Schema => {
  const inner = (each: Schema): Schema => reduced(each, use);
  const standard = use === 'request' ? defaultOf(schema) : undefined;
  const keywords = use === 'request' ? [...PLAIN, ...OF_REQUESTS] : PLAIN;
  const {
    required = [],
    properties,
    patternProperties,
    additionalProperties,
    items,
    anyOf,
    oneOf,
    allOf,
    contentSchema,
  } = schema;
  const elsewhere = required.filter((name) => properties?.[name] === undefined);
  const markOptional = ([name, each]: [string, Schema]) => [required.includes(name) ? name : `${name}?`, inner(each)];
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword))),
    ...(standard === undefined ? {} : { default: standard }),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: inner(additionalProperties) } : {}),
    ...(elsewhere.length === 0 ? {} : { required: elsewhere }),
    ...(properties && { properties: sorted(Object.fromEntries(Object.entries(properties).map(markOptional))) }),
    ...(patternProperties && { patternProperties: mapped(patternProperties, inner) }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(contentSchema && { contentSchema: inner(contentSchema) }),
  };
};

/** The default of a parameter, or of a body's field, whose description says it. */
const defaultOf = ({ default: value, description = '' }: DocumentSchema): string | undefined =>
  value === undefined ? / The default is `(.+)`\.$/.exec(description)?.[1] : JSON.stringify(value);

const mapped = <T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

const MAX_LINE = 160;

/** The text of a contract: what fits in a line is in one, so that a change is a line of a diff. */
export const contractText = (contract: ApiContract): string => `${textOf(contract, '')}\n`;

const textOf = (value: unknown, indent: string): string => {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= MAX_LINE) return line;
  const inner = `${indent} `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((each) => textOf(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${textOf(each, inner)}`);
  return `${open}\n${members.map((member) => `${inner}${member}`).join(',\n')}\n${indent}${close}`;
};
