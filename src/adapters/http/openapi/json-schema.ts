import type Joi from 'joi';

export type JsonSchema = { [keyword: string]: unknown };

type Direction = 'input' | 'output';

/** The parts of Joi's description that its JSON Schema lacks. */
type Description = Readonly<{
  flags?: Readonly<{ id?: string; description?: string }>;
  keys?: Readonly<Record<string, Description>>;
  items?: readonly Description[];
  patterns?: readonly { rule: Description }[];
  examples?: readonly unknown[];
  metas?: readonly Record<string, unknown>[];
}>;

type Standard = { '~standard': { jsonSchema: Record<Direction, (options: { target: string }) => JsonSchema> } };

/**
 * Converts a Joi schema to JSON Schema 2020-12, with the examples and `meta` that Joi's conversion omits. A schema with
 * an `id` becomes a component and is replaced by a reference.
 */
export const toJsonSchema = (
  schema: Joi.Schema,
  components: Record<string, JsonSchema>,
  direction: Direction = 'input',
): JsonSchema => {
  const { $defs: _definitions, ...json } = (schema as unknown as Standard)['~standard'].jsonSchema[direction]({
    target: 'draft-2020-12',
  });
  return decorate(schema.describe() as Description, json, components);
};

const decorate = (described: Description, json: JsonSchema, components: Record<string, JsonSchema>): JsonSchema => {
  const { flags = {}, keys = {}, items = [], patterns = [], examples, metas = [] } = described;
  const properties = json['properties'] as Record<string, JsonSchema> | undefined;
  for (const [name, key] of Object.entries(keys)) {
    const property = properties?.[name];
    if (properties !== undefined && property !== undefined) properties[name] = decorate(key, property, components);
  }
  const [item] = items;
  if (item !== undefined && isSchema(json['items'])) json['items'] = decorate(item, json['items'], components);
  const values = Object.values((json['patternProperties'] ?? {}) as Record<string, JsonSchema>);
  for (const [index, { rule }] of patterns.entries()) Object.assign(values[index] ?? {}, ...(rule.metas ?? []));
  // Joi allows null by the type, which `enum` would forbid
  if (Array.isArray(json['enum']) && isNullable(json)) json['enum'] = [...json['enum'], null];
  for (const meta of metas) Object.assign(json, meta);
  if (flags.description !== undefined) json['description'] = flags.description;
  if (examples !== undefined) json['examples'] = examples;
  if (flags.id === undefined) return json;
  const reference = { $ref: `#/components/schemas/${flags.id}` };
  components[flags.id] = isNullable(json) ? withoutNull(json) : json;
  return isNullable(json) ? { oneOf: [reference, { type: 'null' }] } : reference;
};

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNullable = ({ type }: JsonSchema): boolean => Array.isArray(type) && type.includes('null');

/** `allow(null)` on a referenced schema applies to the reference, not to the component. */
const withoutNull = (json: JsonSchema): JsonSchema => {
  const types = (json['type'] as string[]).filter((name) => name !== 'null');
  return { ...json, type: types.length === 1 ? types[0] : types };
};
