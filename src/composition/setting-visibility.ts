import type { AnySchema } from 'joi';

/** A setting whose value people may see who may read the settings. `details` replace the description in the documents. */
export const shown = <Schema extends AnySchema>(description: string, schema: Schema, details?: string): Schema =>
  hidden(description, schema, details).meta({ isShown: true });

/** A setting of which people see only whether it is set: it is secret, may contain a password, or is about a person. */
export const hidden = <Schema extends AnySchema>(description: string, schema: Schema, details?: string): Schema =>
  details === undefined ? schema.description(description) : schema.description(description).note(details);
