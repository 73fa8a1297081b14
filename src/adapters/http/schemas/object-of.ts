import Joi from 'joi';

/** The schema type of a field. Times are strings that `time()` converts. */
type SchemaOf<T> = [NonNullable<T>] extends [string | Date]
  ? Joi.StringSchema
  : [NonNullable<T>] extends [number]
    ? Joi.NumberSchema
    : [NonNullable<T>] extends [boolean]
      ? Joi.BooleanSchema
      : [NonNullable<T>] extends [boolean | number] | [string | number]
        ? Joi.AlternativesSchema
        : [NonNullable<T>] extends [readonly unknown[]]
          ? Joi.ArraySchema
          : Joi.ObjectSchema<NonNullable<T>>;

/** The schema of each field of `T`. */
export type FieldsOf<T> = { readonly [Field in keyof T]-?: SchemaOf<T[Field]> };

/**
 * An object schema with exactly the fields of `T`: a missing, misspelt or wrongly typed field does not compile. Like
 * `Joi.object<T, true>`, which knows neither readonly arrays nor times as strings.
 */
export const objectOf = <T extends object>(fields: FieldsOf<T>): Joi.ObjectSchema<T> => Joi.object(fields);
