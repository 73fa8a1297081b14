import type { ApiVersions, Deprecation } from '../versions/api-versions.ts';

type Marked = { deprecated?: boolean };
type Parameter = Marked & Readonly<{ name?: string; $ref?: string }>;
type Response = { headers?: object; $ref?: string };
type Operation = Marked & {
  operationId: string;
  description: string;
  parameters?: readonly Parameter[];
  responses: Record<string, Response>;
};
type Schema = Readonly<{ properties?: Readonly<Record<string, Marked>>; allOf?: readonly Schema[] }>;
type Components = Readonly<{
  schemas: Readonly<Record<string, Schema>>;
  parameters: Readonly<Record<string, Parameter>>;
  responses: Readonly<Record<string, Response>>;
}>;
type Document = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Components;
}>;

const HEADERS = {
  Deprecation: 'When the end was announced, as `@` and seconds (RFC 9745).',
  Sunset: 'When it ends (RFC 8594).',
  Link: 'The page about versions: `<path>; rel="deprecation"`.',
};

/**
 * Marks what is deprecated in a document.
 * @throws Error if the document lacks it, or an operation that a version has changed.
 */
export const markDeprecated = (document: object, { versions, deprecations }: ApiVersions): void => {
  const { paths, components } = document as Document;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const operationOf = (id: string): Operation => {
    const operation = operations.find(({ operationId }) => operationId === id);
    if (operation === undefined) throw new Error(`There is no operation ${id}.`);
    return operation;
  };
  for (const { changes } of versions) for (const change of changes) change.operations.forEach(operationOf);
  for (const deprecation of deprecations) {
    for (const id of deprecation.operations) {
      const operation = operationOf(id);
      const { part } = deprecation;
      const marked = part === undefined ? operation : partOf(part, operation, components);
      if (marked === undefined) throw new Error(`${id} has no ${part} to be deprecated.`);
      marked.deprecated = true;
      announce(operation, deprecation, components);
    }
  }
};

/** A parameter, or the field of a schema. */
const partOf = (part: string, operation: Operation, { schemas, parameters }: Components): Marked | undefined => {
  // other operations share a component
  operation.parameters = operation.parameters?.map((each) => ({ ...(parameters[nameIn(each)] ?? each) })) ?? [];
  const [schema = '', field = ''] = part.split('.');
  const { properties, allOf = [] } = schemas[schema] ?? {};
  const fields = [properties, ...allOf.map((each) => each.properties)].map((each) => each?.[field]);
  return [operation.parameters.find(({ name }) => name === part), ...fields].find((each) => each !== undefined);
};

const nameIn = ({ $ref = '' }: Parameter | Response): string => $ref.replace(/.*\//, '');

const announce = (operation: Operation, { part, since, sunset }: Deprecation, { responses }: Components): void => {
  const subject = part === undefined ? 'The operation' : `\`${part}\``;
  operation.description += `\n\n${subject} is deprecated since ${since}, and ends on ${sunset}.`;
  const headers = Object.entries(HEADERS).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith('2')) continue;
    const own = responses[nameIn(response)] ?? response;
    operation.responses[status] = { ...own, headers: { ...Object.fromEntries(headers), ...own.headers } };
  }
};
