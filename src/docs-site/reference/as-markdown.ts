import { contentOf, type Operation, type Schema } from './document.ts';
import type { Reference } from './fields.ts';
import { samplesOf } from './samples.ts';
import { exampleOf, isResource, shapeOf } from './schemas.ts';
import { limitsOf, typeOf, valuesOf } from './types.ts';

/** An operation as Markdown. */
export const operationMarkdown = (operation: Operation, reference: Reference): string => {
  const { method, path, summary, description, parameters, requestBody, success, problems } = operation;
  const [curl] = samplesOf(operation, reference);
  const [[, media] = []] = Object.entries(requestBody?.content ?? {});
  const [first] = success;
  const isJson = Object.keys(first?.[1].content ?? {})[0]?.endsWith('json') === true;
  const schema = first === undefined || !isJson ? undefined : contentOf(first[1]);
  return [
    `## ${summary}`,
    `\`${method.toUpperCase()} ${path}\``,
    description,
    ...section(
      'Parameters',
      parameters.map(({ name, required = false, description: text, schema: each }) =>
        line({ name, isRequired: required, schema: { ...each, description: text } }, reference, 0),
      ),
    ),
    ...section('Body', media?.schema === undefined ? [] : fieldLines(media.schema, reference)),
    fenced(curl?.code ?? '', 'sh'),
    ...success.map(([status, { description: text }]) => `Returns ${status}: ${text}`),
    ...(schema === undefined
      ? []
      : [fenced(JSON.stringify(exampleOf(schema, reference.schemas), undefined, 2), 'json')]),
    `Errors: ${problems.map(({ status, code }) => `\`${code}\` (${status})`).join(', ')}`,
  ].join('\n\n');
};

/** A resource as Markdown. */
export const resourceMarkdown = (name: string, schema: Schema, reference: Reference): string =>
  [`## ${name}`, schema.description ?? '', fieldLines(schema, reference).join('\n')].join('\n\n');

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')];

const fenced = (code: string, language: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

const DEPTH = 3;

const fieldLines = (schema: Schema, reference: Reference, depth = 0): string[] => {
  const { properties = {}, required = [] } = shapeOf(schema, reference.schemas);
  return Object.entries(properties).map(([name, each]) =>
    line({ name, isRequired: required.includes(name), schema: each }, reference, depth),
  );
};

type Field = Readonly<{ name: string; isRequired: boolean; schema: Schema }>;

const line = ({ name, isRequired, schema }: Field, reference: Reference, depth: number): string => {
  const shape = shapeOf(schema, reference.schemas);
  const inner = shape.items === undefined ? shape : shapeOf(shape.items, reference.schemas);
  const facts = [typeOf(shape, reference.schemas), ...(isRequired ? ['required'] : []), ...limitsOf(shape)].join(', ');
  const values = valuesOf(shape, reference.schemas);
  const oneOf = values.length > 1 ? ` One of ${values.map((value) => `\`${value}\``).join(', ')}.` : '';
  const own = `${'  '.repeat(depth)}- \`${name}\` (${facts}): ${shape.description ?? ''}${oneOf}`;
  const children = isResource(inner) || depth >= DEPTH ? [] : fieldLines(inner, reference, depth + 1);
  return [own, ...children].join('\n');
};
