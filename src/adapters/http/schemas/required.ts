import type Joi from 'joi';

/** A field that is always there, with its description and example. */
export const required = <S extends Joi.AnySchema>(schema: S, description: string, example?: unknown): S => {
  const described = schema.required().description(description);
  return example === undefined ? described : described.example(example, { override: true });
};
