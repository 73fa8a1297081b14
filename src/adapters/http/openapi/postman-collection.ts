type Parameter = Readonly<{ name: string; in: string; required?: boolean; description?: string; schema: Schema }>;
type Schema = Readonly<{ examples?: readonly unknown[]; enum?: readonly unknown[]; anyOf?: readonly Schema[] }>;
type Body = Readonly<{ content: Readonly<Record<string, Readonly<{ example?: unknown }>>> }>;
type Reference<T> = T | Readonly<{ $ref: string }>;
type Operation = Readonly<{
  tags: readonly string[];
  summary: string;
  description: string;
  security?: readonly object[];
  parameters?: readonly Reference<Parameter>[];
  requestBody?: Reference<Body>;
}>;
type Document = Readonly<{
  info: Readonly<{ title: string; version: string; description: string }>;
  tags: readonly Readonly<{ name: string; description: string }>[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}>;

const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * A Postman collection of the operations of an OpenAPI document: a folder for each tag, requests with the examples of the
 * document, and variables for the address and the key. The same document gives the same text.
 */
export const postmanCollection = (openApiDocument: object, baseUrl: string): object => {
  const document = openApiDocument as Document;
  const { title, version, description } = document.info;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return {
    info: { name: title, description, schema: FORMAT },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl, type: 'string' },
      { key: 'apiKey', value: '', type: 'string', description: 'An API key, or the token of a session.' },
      { key: 'apiVersion', value: version, type: 'string' },
    ],
    item: document.tags.map((tag) => ({
      name: tag.name,
      description: tag.description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(tag.name))
        .map(({ path, method, operation }) => ({
          name: operation.summary,
          request: request(`${method.toUpperCase()} ${path}`, operation, document),
          response: [],
        })),
    })),
  };
};

const request = (name: string, { description, security, ...operation }: Operation, document: Document): object => {
  const [method = '', path = ''] = name.split(' ');
  const parameters = (operation.parameters ?? []).map((each) => resolve(each, document));
  const variables = parameters.filter((each) => each.in === 'path');
  const queries = parameters.filter((each) => each.in === 'query');
  const body = operation.requestBody && bodyOf(resolve(operation.requestBody, document));
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  return {
    method,
    description,
    // only the operations without any security take no key
    ...(security?.length === 0 ? { auth: { type: 'noauth' } } : {}),
    header: [
      { key: 'API-Version', value: '{{apiVersion}}' },
      ...(body === undefined ? [] : [{ key: 'Content-Type', value: body.type }]),
      ...parameters.filter((each) => each.in === 'header').map(header),
    ],
    url: {
      raw: `{{baseUrl}}/${segments}`,
      host: ['{{baseUrl}}'],
      path: segments.split('/'),
      query: queries.map((each) => ({ ...described(each), disabled: each.required !== true })),
      variable: variables.map(described),
    },
    ...(body === undefined ? {} : { body: body.content }),
  };
};

const resolve = <T extends object>(value: Reference<T>, document: Document): T => {
  if (!('$ref' in value)) return value;
  const keys = value.$ref.slice(2).split('/');
  const found = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
  return resolve(found as Reference<T>, document);
};

type Described = Readonly<{ key: string; value: string; description: string }>;

const described = ({ name, description = '', schema }: Parameter): Described => {
  const { examples, enum: values } = schema.anyOf?.at(-1) ?? schema;
  const [value = ''] = schema.examples ?? examples ?? values ?? [];
  return { key: name, value: String(value), description };
};

/** A new idempotency key for each request; the other headers are for those who need them. */
const header = (parameter: Parameter): object =>
  parameter.name === 'Idempotency-Key'
    ? { ...described(parameter), value: '{{$guid}}' }
    : { ...described(parameter), disabled: true };

const bodyOf = ({ content }: Body): Readonly<{ type: string; content: object }> => {
  const [[type = '', { example }] = ['', {}]] = Object.entries(content);
  if (example === undefined) return { type, content: { mode: 'file', file: {} } };
  const raw = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return {
    type,
    content: { mode: 'raw', raw, options: { raw: { language: type.endsWith('json') ? 'json' : 'text' } } },
  };
};
