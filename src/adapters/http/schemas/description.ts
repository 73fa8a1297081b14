import type Joi from 'joi';

/** What a schema says of the values that it accepts. */
export type Description = Readonly<{
  type: string;
  flags: Readonly<{ id?: string; description?: string; single?: boolean }>;
  allowsNull: boolean;
  keys: Readonly<Record<string, Description>>;
  items: readonly Description[];
  /** Of which a value matches one. */
  alternatives: readonly Description[];
  /** The id of a schema around it. */
  link: string | undefined;
  patterns: readonly Description[];
  examples: readonly unknown[] | undefined;
  metas: readonly Record<string, unknown>[];
}>;

/** The members of Joi's schemas that its extensions read. */
type JoiSchema = Joi.Schema &
  Readonly<{
    _flags: Description['flags'];
    _valids: { has(value: unknown): boolean } | null;
    $_terms: Readonly<{
      keys?: readonly { key: string; schema: Joi.Schema }[] | null;
      items?: readonly Joi.Schema[];
      matches?: readonly { schema?: Joi.Schema }[] | null;
      link?: readonly { ref: { path: readonly string[] } }[] | null;
      patterns?: readonly { rule: Joi.Schema }[] | null;
      examples?: readonly unknown[] | null;
      metas?: readonly Record<string, unknown>[];
    }>;
  }>;

const descriptions = new WeakMap<Joi.Schema, Description>();

/**
 * Describes a schema once: operations share schemas. Joi's own `describe` validates each description and those within it,
 * which takes a second for the schemas of all operations.
 */
export const descriptionOf = (schema: Joi.Schema): Description => {
  const known = descriptions.get(schema);
  if (known !== undefined) return known;
  const description = describe(schema as JoiSchema);
  descriptions.set(schema, description);
  return description;
};

const describe = ({ type = '', _flags: flags, _valids: valids, $_terms: terms }: JoiSchema): Description => ({
  type,
  flags,
  allowsNull: valids?.has(null) ?? false,
  keys: Object.fromEntries((terms.keys ?? []).map(({ key, schema }) => [key, descriptionOf(schema)])),
  items: (terms.items ?? []).map(descriptionOf),
  alternatives: (terms.matches ?? []).flatMap((match) =>
    match.schema === undefined ? [] : [descriptionOf(match.schema)],
  ),
  link: terms.link?.[0]?.ref.path.join('/'),
  patterns: (terms.patterns ?? []).map(({ rule }) => descriptionOf(rule)),
  examples: terms.examples ?? undefined,
  metas: terms.metas ?? [],
});
