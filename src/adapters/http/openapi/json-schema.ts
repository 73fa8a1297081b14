import type Joi from 'joi';
import { type Description, descriptionOf } from '../schemas/description.ts';

export type JsonSchema = { [keyword: string]: unknown };

/** What a schema describes: a request's body, its parameters, or a response. */
export type SchemaUse = 'body' | 'parameters' | 'response';

type Context = Readonly<{ components: Record<string, JsonSchema>; use: SchemaUse }>;

type Direction = 'input' | 'output';
type Standard = { '~standard': { jsonSchema: Record<Direction, (options: { target: string }) => JsonSchema> } };

/**
 * Converts a Joi schema to JSON Schema 2020-12, with the examples and `meta` that Joi's conversion omits. A schema with
 * an `id` becomes a component and is replaced by a reference.
 */
export const toJsonSchema = (
  schema: Joi.Schema,
  components: Record<string, JsonSchema>,
  use: SchemaUse,
): JsonSchema => {
  const description = descriptionOf(schema);
  const { flags, allowsNull } = description;
  const { id } = flags;
  if (id !== undefined && components[id] !== undefined && !allowsNull) return referenceTo(id);
  const direction = use === 'response' ? 'output' : 'input';
  const { $defs: _definitions, ...json } = (schema as unknown as Standard)['~standard'].jsonSchema[direction]({
    target: 'draft-2020-12',
  });
  return decorate(description, json, { components, use });
};

const referenceTo = (id: string): JsonSchema => ({ $ref: `#/components/schemas/${id}` });

const decorate = (described: Description, json: JsonSchema, context: Context): JsonSchema => {
  // Joi refers to a schema within itself
  if (described.link !== undefined) return referenceTo(described.link);
  const { flags, keys, patterns, examples, metas } = described;
  const properties = json['properties'] as Record<string, JsonSchema> | undefined;
  for (const [name, key] of Object.entries(keys)) {
    const property = properties?.[name];
    if (properties !== undefined && property !== undefined) properties[name] = decorate(key, property, context);
  }
  decorateItems(described, json, context);
  decorateAlternatives(described, json, context);
  const byPattern = (json['patternProperties'] ?? {}) as Record<string, JsonSchema>;
  for (const [index, [pattern, value]] of Object.entries(byPattern).entries()) {
    const rule = patterns[index];
    if (rule !== undefined) byPattern[pattern] = decorate(rule, value, context);
  }
  // Joi allows null by the type, which `enum` would forbid
  if (Array.isArray(json['enum']) && isNullable(json)) json['enum'] = [...json['enum'], null];
  if (hasType(json, 'integer')) json['format'] = integerFormatOf(json);
  for (const meta of metas) Object.assign(json, meta);
  if (impliesLength(json)) delete json['minLength'];
  if (context.use === 'response') withdrawLimits(json);
  const ownDescription = json['description'];
  if (flags.description !== undefined) json['description'] = flags.description;
  if (context.use === 'body') describeDefault(json);
  if (examples !== undefined) json['examples'] = examples;
  if (flags.id === undefined) return json;
  return toComponent(json, { id: flags.id, ownDescription, context });
};

type Component = Readonly<{ id: string; ownDescription: unknown; context: Context }>;

/** Keeps a component and refers to it, with what the field that has it is. */
const toComponent = (json: JsonSchema, { id, ownDescription, context }: Component): JsonSchema => {
  const known = context.components[id];
  const description = ownDescription ?? known?.['description'] ?? json['description'];
  // a body has the limits, if a response has the schema too
  if (context.use === 'body' || known === undefined)
    context.components[id] = { ...(isNullable(json) ? withoutNull(json) : json), description };
  const reference = isNullable(json) ? { oneOf: [referenceTo(id), { type: 'null' }] } : referenceTo(id);
  return json['description'] === description ? reference : { ...reference, description: json['description'] };
};

const decorateItems = ({ flags, items }: Description, json: JsonSchema, context: Context): void => {
  const [item] = items;
  if (item === undefined) return;
  if (isSchema(json['items'])) json['items'] = decorate(item, json['items'], context);
  if (flags.single !== true) return;
  // Joi puts the limits of the array beside the alternatives
  const { anyOf: [array, one] = [], maxItems } = json as { anyOf?: [JsonSchema, JsonSchema]; maxItems?: number };
  const schema = decorate(item, one ?? {}, context);
  json['anyOf'] = [{ ...array, items: schema, maxItems }, schema];
  delete json['maxItems'];
};

const decorateAlternatives = ({ alternatives }: Description, json: JsonSchema, context: Context): void => {
  if (alternatives.length === 0 || !Array.isArray(json['anyOf'])) return;
  json['anyOf'] = alternatives.map((each, index) =>
    decorate(each, (json['anyOf'] as JsonSchema[])[index] ?? {}, context),
  );
};

/** openapi-typescript makes a field with `default` required, so a sentence says the default of a body’s field. */
const describeDefault = (json: JsonSchema): void => {
  if (json['default'] === undefined) return;
  json['description'] = `${json['description']} The default is \`${JSON.stringify(json['default'])}\`.`;
  delete json['default'];
};

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasType = ({ type }: JsonSchema, name: string): boolean =>
  type === name || (Array.isArray(type) && type.includes(name));

const isNullable = (json: JsonSchema): boolean => Array.isArray(json['type']) && json['type'].includes('null');

const LIMITS = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems'];

/**
 * A response may have other values and more members later, which a limit would forbid; an id is any text. An object without described
 * members has any.
 */
const withdrawLimits = (json: JsonSchema): void => {
  for (const limit of LIMITS) delete json[limit];
  if (!hasType(json, 'object') || json['patternProperties'] !== undefined) return;
  if (json['properties'] === undefined) json['additionalProperties'] = true;
  else delete json['additionalProperties'];
};

/** Joi adds `minLength: 1` to all strings. */
const impliesLength = ({ minLength, pattern, format, enum: values }: JsonSchema): boolean =>
  minLength === 1 &&
  (format !== undefined || values !== undefined || (typeof pattern === 'string' && !new RegExp(pattern).test('')));

const MAX_INT32 = 2 ** 31 - 1;

/** Generators of clients choose the type of the field by it. */
const integerFormatOf = ({ minimum = -Infinity, maximum = Infinity }: JsonSchema): 'int32' | 'int64' =>
  Number(minimum) >= -MAX_INT32 && Number(maximum) <= MAX_INT32 ? 'int32' : 'int64';

/** `allow(null)` on a referenced schema applies to the reference, not to the component. */
const withoutNull = (json: JsonSchema): JsonSchema => {
  const types = (json['type'] as string[]).filter((name) => name !== 'null');
  return { ...json, type: types.length === 1 ? types[0] : types };
};
