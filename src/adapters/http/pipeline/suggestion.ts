import type Joi from 'joi';
import { closestMatch } from 'leven';

/** Longer names are no typing errors. */
const MAX_LENGTH = 60;

/** Fewer letters have many neighbours. */
const SHORT = 5;

/** The name that was probably meant: one that differs in few letters. */
export const suggestion = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > MAX_LENGTH) return undefined;
  const maxDistance = name.length < SHORT ? 1 : Math.max(2, Math.floor(name.length / 3));
  return closestMatch(name, known, { maxDistance });
};

type Description = Readonly<{ keys?: Readonly<Record<string, Description>>; items?: readonly Description[] }>;

const descriptions = new WeakMap<Joi.Schema, Description>();

/** The names of the fields that a schema has at a path. */
export const fieldsAt = (schema: Joi.Schema, path: readonly (string | number)[]): readonly string[] => {
  let description: Description | undefined = descriptions.get(schema);
  if (description === undefined) {
    description = schema.describe() as Description;
    descriptions.set(schema, description);
  }
  for (const step of path) {
    description = typeof step === 'number' ? description?.items?.[0] : description?.keys?.[step];
  }
  return Object.keys(description?.keys ?? {});
};
