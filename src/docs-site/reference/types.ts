import type { OpenApiDocument, Schema } from './document.ts';
import { isResource, type Shape, shapeOf, typesOf } from './schemas.ts';

type Schemas = OpenApiDocument['components']['schemas'];

/** What a field is, in words: `string`, `array of objects`, `Order or null`. */
export const typeOf = (shape: Shape, schemas: Schemas): string =>
  shape.isNullable ? `${plainTypeOf(shape, schemas)} or null` : plainTypeOf(shape, schemas);

/** An id, with what it begins with. */
const ID = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{26}$/;

const plainTypeOf = (shape: Shape, schemas: Schemas): string => {
  if (isResource(shape)) return shape.name ?? 'object';
  if (shape.format === 'date-time') return 'time';
  if (shape.format !== undefined && shape.format !== 'int32' && shape.format !== 'int64') return shape.format;
  const prefix = ID.exec(String(shape.examples?.[0] ?? ''))?.[1];
  if (prefix !== undefined) return `id ${prefix}_…`;
  if (shape.items !== undefined) return `array of ${typeOf(shapeOf(shape.items, schemas), schemas)}s`;
  const [first, ...others] = (shape.anyOf ?? []).map((each) => typeOf(shapeOf(each, schemas), schemas));
  if (first !== undefined) return [...new Set([first, ...others])].join(' or ');
  const [type = 'any value'] = typesOf(shape).filter((name) => name !== 'null');
  return type;
};

/** The limits of a field, as sentences without a full stop. */
export const limitsOf = (schema: Schema): string[] => {
  const { minLength = 0, maxLength, minItems = 0, maxItems, maxProperties, minimum, maximum } = schema;
  const isId = /^\^[a-z]+_/.test(schema.pattern ?? '');
  return [
    ...(isId ? [] : between(minLength > 1 ? minLength : undefined, maxLength, 'characters')),
    ...between(minItems > 0 ? minItems : undefined, maxItems, 'items'),
    ...between(undefined, maxProperties, 'members'),
    ...between(minimum, maximum !== undefined && maximum >= 2 ** 31 - 1 ? undefined : maximum, ''),
    ...(schema.default === undefined ? [] : [`default \`${JSON.stringify(schema.default)}\``]),
  ];
};

const between = (least: number | undefined, most: number | undefined, unit: string): string[] => {
  const text = (from: string): string => [from, unit].filter(Boolean).join(' ');
  if (least !== undefined && most !== undefined) return [text(`${number(least)} to ${number(most)}`)];
  if (most !== undefined) return [text(`at most ${number(most)}`)];
  return least === undefined ? [] : [text(`at least ${number(least)}`)];
};

const number = (value: number): string => value.toLocaleString('en');

/** The values of a field that has few. */
export const valuesOf = (shape: Shape, schemas: Schemas): readonly string[] => {
  const { enum: values, items, anyOf = [] } = shape;
  if (values !== undefined) return values.filter((value) => value !== null).map(String);
  if (items !== undefined) return valuesOf(shapeOf(items, schemas), schemas);
  return anyOf.length === 0 ? [] : valuesOf(shapeOf(anyOf.at(-1) ?? {}, schemas), schemas);
};
