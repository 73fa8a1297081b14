import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DECIMAL } from '#adapters/http/schemas/fields.ts';
import { wholeDocument } from '#composition/whole-document.ts';
import { ALLOWED_HTML } from '#core/catalog/safe-html.ts';
import { writeTypes } from './generated-types.ts';
import { withParts } from './openapi-parts.ts';

const API = path.resolve(import.meta.dirname, '../../../src/dashboard/api');
const TYPES = path.join(API, 'schema.ts');

/** What is bundled with the dashboard, and therefore committed: the text of each file by its path. */
export const bundledFiles = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([
    [path.join(API, 'lists.ts'), listsOf(await readDocument())],
    [path.join(API, 'allowed-html.ts'), allowedHtml()],
  ]);

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

/** Writes the lists of the dashboard and the HTML that it may edit, and the types of its client. */
export const writeDashboardApi = async (): Promise<void> => {
  for (const [file, text] of await bundledFiles()) await writeFile(file, text);
  await writeDashboardTypes();
};

const allowedHtml = (): string =>
  `// Generated from core/catalog/safe-html.ts by \`npm run dashboard:api\`.\n\nexport const ALLOWED_HTML = ${JSON.stringify(ALLOWED_HTML, null, 2)};\n`;

const readDocument = async (): Promise<Document> => withParts((await wholeDocument()) as Document);

/** Writes types of requests and successful responses, unless they are there; all errors have one type. */
export const writeDashboardTypes = async (): Promise<void> => {
  const {
    paths,
    components: { schemas },
  } = await readDocument();
  const operations = Object.entries(paths).map(([key, methods]) => [
    key,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, essential(operation)])),
  ]);
  const document = JSON.stringify(
    {
      openapi: '3.1.0',
      info: { title: 'API', version: '1' },
      paths: Object.fromEntries(operations),
      components: { schemas },
    },
    (key, value) => (isText(key, value) ? undefined : value),
  );
  await writeTypes(TYPES, document);
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

/** The filters and orders of each list, a line for each filter. */
const listsOf = ({ paths }: Document): string => {
  const lists = Object.entries(paths)
    .map(([key, { get }]) => [key, (get?.parameters ?? []).filter((parameter) => parameter.in === 'query')] as const)
    .filter(([, parameters]) => parameters.some(({ name }) => name === 'cursor'))
    .map(([key, parameters]) => `  ${JSON.stringify(key)}: ${listOf(parameters)},\n`);
  return `// Generated from the OpenAPI document by \`npm run dashboard:api\`.\n\nexport const LISTS = {\n${lists.join('')}} as const;\n`;
};

const listOf = (parameters: readonly Parameter[]): string => {
  const filters = parameters
    .filter(({ name }) => name !== 'sort' && !PAGING.has(name))
    .map(({ name, schema }) => `\n      ${JSON.stringify(name)}: ${JSON.stringify(filterOf(name, schema))},`);
  const sorts = parameters.find(({ name }) => name === 'sort')?.schema.enum ?? [];
  const members = [
    `"filters": {${filters.join('')}${filters.length === 0 ? '' : '\n    '}}`,
    ...(sorts.length === 0 ? [] : [`"sorts": ${JSON.stringify(sorts)}`]),
  ];
  return filters.length === 0 ? `{ ${members.join(', ')} }` : `{\n    ${members.join(',\n    ')}\n  }`;
};

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
