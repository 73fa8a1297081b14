import type Joi from 'joi';

/** A schema as Joi describes it. */
export type Description = Readonly<{
  type?: string;
  flags?: Readonly<{ id?: string; description?: string; single?: boolean }>;
  allow?: readonly unknown[];
  keys?: Readonly<Record<string, Description>>;
  items?: readonly Description[];
  /** To the id of a schema around it. */
  link?: Readonly<{ ref: Readonly<{ path: readonly string[] }> }>;
  patterns?: readonly { rule: Description }[];
  examples?: readonly unknown[];
  metas?: readonly Record<string, unknown>[];
}>;

const descriptions = new WeakMap<Joi.Schema, Description>();

/** Describes a schema once: Joi takes milliseconds for a large one, and operations share schemas. */
export const descriptionOf = (schema: Joi.Schema): Description => {
  const known = descriptions.get(schema);
  if (known !== undefined) return known;
  const description = schema.describe() as Description;
  descriptions.set(schema, description);
  return description;
};
