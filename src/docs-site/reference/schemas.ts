import { nameOf, type OpenApiDocument, type Schema } from './document.ts';

/** A schema without references and alternatives of null. */
export type Shape = Schema & Readonly<{ name?: string; isNullable: boolean; base?: string }>;

type Schemas = OpenApiDocument['components']['schemas'];

/** What a schema describes, where it may be a reference, an extension or one that may be null. */
export const shapeOf = (schema: Schema, schemas: Schemas): Shape => {
  const alternatives = schema.oneOf ?? [];
  const [one] = alternatives.filter(({ type }) => type !== 'null');
  // a field says what it is beside the reference
  const own = schema.description === undefined ? {} : { description: schema.description };
  if (one !== undefined && alternatives.length === 2) return { ...shapeOf(one, schemas), ...own, isNullable: true };
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    const { isNullable, ...shape } = shapeOf(schemas[name] ?? {}, schemas);
    return { ...shape, ...own, name, isNullable };
  }
  const [base, extension] = schema.allOf ?? [];
  if (base?.$ref !== undefined && extension !== undefined) return extended(schema, base, extension, schemas);
  const types = typesOf(schema);
  return { ...schema, isNullable: types.includes('null') };
};

const extended = (schema: Schema, base: Schema, extension: Schema, schemas: Schemas): Shape => {
  const shape = shapeOf(base, schemas);
  return {
    ...shape,
    ...schema,
    base: nameOf(base.$ref ?? ''),
    properties: { ...shape.properties, ...extension.properties },
    required: [...(shape.required ?? []), ...(extension.required ?? [])],
  };
};

/** The types of a schema. */
export const typesOf = ({ type = [] }: Schema): readonly string[] => (typeof type === 'string' ? [type] : type);

/** Whether a shape is a resource: it says its type. */
export const isResource = ({ name, properties }: Shape): boolean =>
  name !== undefined && properties?.['object'] !== undefined;

/** The schemas directly in a shape. */
export const innerOf = ({ properties = {}, items, anyOf = [], patternProperties = {} }: Shape): Schema[] => [
  ...Object.values(properties),
  ...(items === undefined ? [] : [items]),
  ...anyOf,
  ...Object.values(patternProperties),
];

const TIME = '2026-11-20T09:30:00.000Z';
const DAY = '2026-11-20';

/** A value of a schema, made of the examples of its fields. */
export const exampleOf = (schema: Schema, schemas: Schemas, within: readonly string[] = []): unknown => {
  const shape = shapeOf(schema, schemas);
  if (shape.examples !== undefined && shape.examples.length > 0) return shape.examples[0];
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  const { name = '', properties, items } = shape;
  if (within.includes(name)) return shape.isNullable ? null : {};
  const inside = name === '' ? within : [...within, name];
  if (properties !== undefined) {
    const members = Object.entries(properties).filter(([member]) => isShown(member, shape));
    return Object.fromEntries(members.map(([member, each]) => [member, exampleOf(each, schemas, inside)]));
  }
  if (items !== undefined) {
    const item = shapeOf(items, schemas);
    return within.includes(item.name ?? '-') ? [] : [exampleOf(items, schemas, inside)];
  }
  return simpleExample(shape);
};

/** Members of dry runs alone are not in usual responses. */
const isShown = (member: string, { required = [] }: Shape): boolean =>
  required.includes(member) || !['dry_run', 'emits'].includes(member);

const simpleExample = (shape: Shape): unknown => {
  if (shape.isNullable) return null;
  if (shape.format === 'date-time') return TIME;
  if (shape.format === 'date') return DAY;
  const [type] = typesOf(shape);
  return { integer: 1, number: 1, boolean: true, object: {}, array: [] }[type ?? ''] ?? '…';
};
