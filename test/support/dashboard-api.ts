import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { DECIMAL } from '#adapters/http/schemas/fields.ts';
import { startApp } from './start-app.ts';

const CLIENT = path.resolve(import.meta.dirname, '../client');
const FOLDER = path.resolve(import.meta.dirname, '../../src/dashboard/api');

type Schema = Readonly<{
  type?: string;
  format?: string;
  pattern?: string;
  enum?: readonly string[];
  anyOf?: readonly Schema[];
}>;
type Parameter = Readonly<{ name: string; in: string; schema: Schema }>;
type Response = Record<string, unknown>;
type Operation = { parameters?: Parameter[]; responses: Record<string, Response>; summary?: string };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown>;
  webhooks?: unknown;
};

/** Members for readers, not for types. */
const TEXTS = new Set(['description', 'summary', 'example', 'examples']);

/** What every list has. */
const PAGING = new Set(['limit', 'cursor', 'include_total', 'ids', 'facets', 'expand', 'include']);

/** The files of the dashboard that follow from the OpenAPI document, with their texts. */
export const dashboardApi = async (): Promise<ReadonlyMap<string, string>> => {
  const app = await startApp({ TEST_CLOCK: 'true' });
  const document: Document = (await app.call('/api/openapi.json', { key: null })).json;
  await app.stop();
  return new Map([
    [path.join(FOLDER, 'schema.ts'), await typesOf(document)],
    [path.join(FOLDER, 'lists.ts'), listsOf(document)],
  ]);
};

/** Types of requests and successful responses; all errors have one type. */
const typesOf = async ({ paths, components: { schemas } }: Document): Promise<string> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'dashboard-api-'));
  const [source, target] = [path.join(directory, 'openapi.json'), path.join(directory, 'api.ts')];
  const operations = Object.entries(paths).map(([key, methods]) => [
    key,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, essential(operation)])),
  ]);
  const document = {
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    paths: Object.fromEntries(operations),
    components: { schemas },
  };
  await writeFile(
    source,
    JSON.stringify(document, (key, value) => (isText(key, value) ? undefined : value)),
  );
  const bin = path.join(CLIENT, 'node_modules/.bin/openapi-typescript');
  await promisify(execFile)(bin, [source, '-o', target, '--default-non-nullable', 'false']);
  const types = await readFile(target, 'utf8');
  await rm(directory, { recursive: true });
  return types;
};

const isText = (key: string, value: unknown): boolean =>
  (TEXTS.has(key) && typeof value !== 'object') || key === 'examples';

const essential = ({ parameters = [], responses, ...operation }: Operation): Operation => ({
  ...operation,
  parameters: parameters.filter((parameter) => parameter.in !== 'header'),
  responses: Object.fromEntries(
    Object.entries(responses)
      .filter(([status, response]) => status.startsWith('2') && !isDryRun(status, response, responses))
      .map(([status, { headers: _headers, ...response }]) => [status, response]),
  ),
});

/** A dry run of a write that responds with another status. */
const isDryRun = (status: string, _response: Response, responses: Operation['responses']): boolean =>
  status === '200' && ('201' in responses || '204' in responses);

/** The filters and orders of each list. */
const listsOf = ({ paths }: Document): string => {
  const lists = Object.entries(paths)
    .map(([key, { get }]) => [key, (get?.parameters ?? []).filter((parameter) => parameter.in === 'query')] as const)
    .filter(([, parameters]) => parameters.some(({ name }) => name === 'cursor'))
    .map(([key, parameters]) => [key, listOf(parameters)]);
  return `// Generated from the OpenAPI document by \`npm run dashboard:api\`.\n\nexport const LISTS = ${literal(Object.fromEntries(lists))} as const;\n`;
};

const listOf = (parameters: readonly Parameter[]): object => ({
  filters: Object.fromEntries(
    parameters
      .filter(({ name }) => name !== 'sort' && !PAGING.has(name))
      .map(({ name, schema }) => [name, filterOf(name, schema)]),
  ),
  sorts: parameters.find(({ name }) => name === 'sort')?.schema.enum ?? [],
});

/** The pattern of ids with one prefix. */
const ID_PATTERN = /^\^([a-z]+)_/;

const filterOf = (name: string, schema: Schema): object => {
  const one = schema.anyOf?.at(-1) ?? schema;
  if (one.enum !== undefined) return { kind: 'choice', values: one.enum, isMultiple: schema.anyOf !== undefined };
  if (one.format === 'date-time') return { kind: 'time' };
  if (one.type === 'boolean') return { kind: 'flag' };
  if (one.pattern === DECIMAL.source) return { kind: 'number' };
  const prefix = one.pattern && ID_PATTERN.exec(one.pattern)?.[1];
  if (prefix !== undefined) return { kind: 'id', prefix };
  return { kind: name === 'q' ? 'search' : 'text' };
};

/** A literal in the style of the formatter. */
const literal = (value: unknown): string => JSON.stringify(value, null, 2);
