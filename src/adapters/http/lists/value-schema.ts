import Joi from 'joi';
import type { ValueFormat } from '#core/shared/list.ts';
import { currency, idOf, integer, label, matching, text } from '../schemas/fields.ts';

/** The schema of one value of a filter. */
export const valueSchema = (format: ValueFormat): Joi.Schema => {
  switch (format.type) {
    case 'id':
      return idOf(format.prefix);
    case 'choice':
      return choiceSchema(format);
    case 'text':
      return text(1, format.maxLength);
    case 'label':
      return label(format.maxLength);
    case 'pattern': {
      const { pattern, message, maxLength } = format;
      return matching(maxLength === undefined ? Joi.string() : Joi.string().max(maxLength), pattern, message);
    }
    case 'currency':
      return currency();
    case 'integer':
      return integer(format.minimum).max(Number.MAX_SAFE_INTEGER);
  }
};

type Choice = Extract<ValueFormat, { type: 'choice' }>;

/** With a `message`, the error says that instead of listing every value. */
const choiceSchema = ({ values, message }: Choice): Joi.StringSchema => {
  if (message === undefined) return Joi.string().valid(...values);
  const all = new Set(values);
  return Joi.string()
    .custom((value: string, helpers) => (all.has(value) ? value : helpers.error('any.only', { message })))
    .meta({ enum: [...values] });
};
