import { escapeHtml } from '#adapters/http/responses/escape-html.ts';
import { inline } from '../html.ts';
import type { OpenApiDocument, Schema } from './document.ts';
import { linkToResource } from './resources.ts';
import { isResource, type Shape, shapeOf } from './schemas.ts';
import { limitsOf, typeOf, valuesOf } from './types.ts';

/** What the fields of a page are described with. */
export type Reference = Readonly<{
  schemas: OpenApiDocument['components']['schemas'];
  /** The tag whose page shows each resource. */
  tags: ReadonlyMap<string, string>;
  /** Whether the fields are those of a response, which usually has all. */
  isResponse?: boolean;
}>;

type Field = Readonly<{ name: string; schema: Schema; isRequired: boolean }>;

/** The members of an object, each with its own. `id` is the fragment that theirs begin with. */
export const fieldsOf = (shape: Shape, id: string, reference: Reference, within: readonly string[] = []): string => {
  const fields = Object.entries(shape.properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    isRequired: shape.required?.includes(name) === true,
  }));
  return fieldList(fields, id, reference, within);
};

export const fieldList = (
  fields: readonly Field[],
  id: string,
  reference: Reference,
  within: readonly string[] = [],
): string =>
  fields.length === 0
    ? ''
    : `<ul class="fields">\n${fields.map((field) => item(field, `${id}.${field.name}`, reference, within)).join('\n')}\n</ul>`;

const item = ({ name, schema, isRequired }: Field, id: string, reference: Reference, within: readonly string[]) => {
  const shape = shapeOf(schema, reference.schemas);
  const { isResponse = false } = reference;
  const note = isResponse ? 'may be absent' : 'required';
  const presence = isRequired === isResponse ? '' : ` <span class="required">${note}</span>`;
  return (
    `<li id="${escapeHtml(id)}"><a href="#${escapeHtml(id)}"><code>${escapeHtml(name)}</code></a> ` +
    `<span class="type">${typeText(shape, reference)}</span>${presence}` +
    `${textOf(shape)}${valueList(shape, reference)}${children(shape, id, reference, within)}</li>`
  );
};

/** The type, with links to resources. */
const typeText = (shape: Shape, reference: Reference): string => {
  const text = escapeHtml(typeOf(shape, reference.schemas));
  const names = [shape, ...(shape.items === undefined ? [] : [shapeOf(shape.items, reference.schemas)])];
  const linked = names.find(isResource)?.name ?? '';
  const target = linkToResource(linked, reference.tags);
  return target === undefined ? text : text.replace(linked, `<a href="${target}">${linked}</a>`);
};

const textOf = (shape: Shape): string => {
  const limits = limitsOf(shape).join(', ');
  const text = [inline(shape.description ?? ''), limits && `<span class="limits">${inline(limits)}</span>`];
  const shown = text.filter(Boolean).join(' ');
  return shown === '' ? '' : `<p>${shown}</p>`;
};

const FEW = 12;

const valueList = (shape: Shape, reference: Reference): string => {
  const values = valuesOf(shape, reference.schemas).map((value) => `<code>${escapeHtml(value)}</code>`);
  if (values.length < 2) return '';
  const list = `<p class="values">${values.join(' ')}</p>`;
  return values.length <= FEW ? list : `<details><summary>${values.length} values</summary>${list}</details>`;
};

/** The members of an object or of the items of a list, unless the reference describes them elsewhere. */
const children = (shape: Shape, id: string, reference: Reference, within: readonly string[]): string => {
  const inner = innerShape(shape, reference);
  const name = inner?.name ?? '';
  if (inner === undefined || isResource(inner) || within.includes(name)) return '';
  const fields = fieldsOf(inner, id, reference, name === '' ? within : [...within, name]);
  return `<details><summary>Fields of <code>${escapeHtml(id.slice(id.lastIndexOf('.') + 1))}</code></summary>${fields}</details>`;
};

const innerShape = (shape: Shape, { schemas }: Reference): Shape | undefined =>
  [shape, shape.items, shape.anyOf?.at(-1), Object.values(shape.patternProperties ?? {})[0]]
    .flatMap((each) => (each === undefined ? [] : [shapeOf(each, schemas)]))
    .find(({ properties }) => properties !== undefined);
