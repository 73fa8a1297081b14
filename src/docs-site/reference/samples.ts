import type { Operation } from './document.ts';
import type { Reference } from './fields.ts';
import type { Language } from './language-choice.ts';
import { exampleOf } from './schemas.ts';

/** An example of a request in one language. */
export type Sample = Readonly<{ language: Language; code: string }>;

/** The address that the service replaces by its own. */
const ADDRESS = 'http://127.0.0.1:3000';

type Request = Readonly<{
  operation: Operation;
  path: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  needsKey: boolean;
  mediaType: string | undefined;
  body: unknown;
}>;

export const samplesOf = (operation: Operation, reference: Reference): readonly Sample[] => {
  const request = requestOf(operation, reference);
  return [
    { language: 'bash', code: inCurl(request) },
    { language: 'typescript', code: inTypeScript(request) },
    { language: 'python', code: inPython(request) },
  ];
};

const requestOf = (operation: Operation, { schemas }: Reference): Request => {
  const { security = [] } = operation;
  const needed = (place: string): [string, unknown][] =>
    operation.parameters
      .filter((each) => each.in === place && (place === 'path' || each.required === true))
      .map(({ name, schema }) => [name, exampleOf(schema, schemas)]);
  const [mediaType, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return {
    operation,
    path: Object.fromEntries(needed('path')),
    query: Object.fromEntries(needed('query')),
    needsKey: security.length > 0 && security.every((each) => 'bearer' in each),
    mediaType,
    body: withoutNulls(media?.example),
  };
};

/** A sample is shorter without what is left out anyway. */
const withoutNulls = (body: unknown): unknown =>
  typeof body !== 'object' || body === null || Array.isArray(body)
    ? body
    : Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && !isEmpty(value)));

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const isFile = ({ mediaType, body }: Request): boolean =>
  mediaType !== undefined && (typeof body === 'string' || body === undefined) && !mediaType.endsWith('json');

const filled = ({ operation, path, query }: Request): string => {
  const at = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => String(path[name]));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return search.size === 0 ? at : `${at}?${search}`;
};

const inCurl = (request: Request): string => {
  const { operation, needsKey, mediaType, body } = request;
  const method = operation.method.toUpperCase();
  const hasBody = mediaType !== undefined;
  const isImplied = method === 'GET' || (method === 'POST' && hasBody);
  const parts = [
    `curl ${isImplied ? '' : `-X ${method} `}"${ADDRESS}${filled(request)}"`,
    ...(needsKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(hasBody ? [`-H 'Content-Type: ${mediaType}'`] : []),
    ...(operation.method === 'post' && needsKey ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...(hasBody
      ? [isFile(request) ? "--data-binary '@file'" : `-d '${json(body ?? {}).replaceAll("'", String.raw`'\''`)}'`]
      : []),
  ];
  return parts.join(' \\\n  ');
};

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

const inTypeScript = (request: Request): string => {
  const { operation, path, query, mediaType, body } = request;
  const options = {
    ...(Object.keys(path).length === 0 ? {} : { path }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(mediaType === undefined || isFile(request) ? {} : { body: body ?? {} }),
  };
  if (isFile(request)) {
    const target = Object.keys(path).length === 0 ? '' : `path: ${literal(path)}, `;
    return `const result = await client.upload('${operation.path}', {\n  ${target}type: '${mediaType}',\n  body: file,\n});`;
  }
  const more = Object.keys(options).length === 0 ? '' : `, ${literal(options)}`;
  return `const result = await client.${operation.method}('${operation.path}'${more});`;
};

/** A value as code, with names instead of texts as keys. */
const literal = (value: unknown): string =>
  json(value)
    .replaceAll(/^(\s*)"([a-z_]\w*)":/gim, '$1$2:')
    .replaceAll(/"((?:[^"\\']|\\.)*)"/g, "'$1'");

const inPython = (request: Request): string => {
  const { operation, needsKey, mediaType, body } = request;
  const headers = [
    ...(needsKey ? ['"Authorization": f"Bearer {key}"'] : []),
    ...(operation.method === 'post' && needsKey ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(isFile(request) ? [`"Content-Type": "${mediaType}"`] : []),
  ];
  const parts = [
    `"${ADDRESS}${filled(request)}"`,
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    ...(mediaType === undefined
      ? []
      : [isFile(request) ? 'data=open("file", "rb")' : `json=${inPythonSyntax(body ?? {})}`]),
  ];
  return `response = requests.${operation.method}(\n    ${parts.join(',\n    ')},\n)`;
};

const inPythonSyntax = (value: unknown): string =>
  JSON.stringify(value, undefined, 4)
    .replaceAll(/(: |\[|, |^ *)(true|false|null)(?=[,\n\]}]|$)/gm, (_, before, word) => before + PYTHON[word])
    .replaceAll('\n', '\n    ');

const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
