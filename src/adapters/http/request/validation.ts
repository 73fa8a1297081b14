import Joi from 'joi';
import { DomainError, type FieldError } from '#core/shared/domain-error.ts';
import { HttpError, type ProblemError, pointer, shorten } from '../responses/problem.ts';
import type { ProblemCode } from '../responses/problem-codes.ts';
import { fieldsAt, suggestion } from './suggestion.ts';

/** The limit of reported errors. */
const MAX_ERRORS = 50;

/** The limit of errors that are compared, since two rules may report the same. */
const MAX_FOUND = 10 * MAX_ERRORS;

/** What is wrong with a value, by Joi's code. Global, because Joi merges a schema's own messages anew for each value. */
export const MESSAGES = {
  'any.required': 'is required',
  'any.unknown': 'is not a known field',
  'object.unknown': 'is not a known field',
  'object.base': 'must be an object',
  'boolean.base': 'must be true or false',
  'object.max': 'must have at most {#limit} keys',
  'array.max': 'must have at most {#limit} items',
  'array.min': 'must have at least {if(#limit == 1, "1 item", #limit + " items")}',
  'array.unique': 'must not be a duplicate',
  'string.email': 'must be an e-mail address such as ada@example.com',
  'string.ip': 'must be an IP address or an address range such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32',
  'string.empty': 'must not be empty',
  'string.max': 'must have at most {#limit} characters',
  'string.min': 'must have at least {#limit} characters',
  'string.isoDate': 'must be an RFC 3339 time such as 2026-11-20T09:30:00.000Z',
  'string.uri': 'must be a URL',
  'string.uriCustomScheme': 'must be a URL with the scheme {#scheme}',
  'number.integer': 'must be a whole number',
  'number.min': 'must be at least {#limit}',
  'number.greater': 'must be more than {#limit}',
  'number.max': 'must be at most {#limit}',
  'number.unsafe': 'is too large',
  'number.infinity': 'is too large',
};

/** Joi would parse texts anew for each value. */
const parsed = (messages: Readonly<Record<string, string>>): Joi.LanguageMessages =>
  Object.fromEntries(Object.entries(messages).map(([code, text]) => [code, Joi.expression(text)]));

// messages cost more than the validation, so they are created for invalid values only
const OPTIONS: Joi.ValidationOptions = { abortEarly: false, errors: { label: false }, messages: parsed(MESSAGES) };

const QUERY_OPTIONS: Joi.ValidationOptions = {
  ...OPTIONS,
  messages: parsed({ ...MESSAGES, 'object.unknown': 'is not a known parameter' }),
};

type BodyOptions = Readonly<{ reportsAll: boolean; readOnly?: readonly string[] }>;

/**
 * Validates a body. `readOnly` names the fields that only responses have.
 * @throws HttpError `validation_failed` with the first error, or with all, up to a limit.
 */
export const validBody = (schema: Joi.ObjectSchema, body: unknown, options: BodyOptions): unknown => {
  const checked = schema.validate(body, { convert: false });
  if (checked.error === undefined) return checked.value;
  const found = bodyErrors(schema, body, options);
  const errors = found.map(({ path, ...fields }): ProblemError => ({ pointer: pointer(path), ...fields }));
  throw validationError(
    422,
    'validation_failed',
    errors,
    found.map(({ path }) => path.map((step) => shorten(String(step))).join('.') || 'the body'),
  );
};

/** The errors of a body, none if it is valid. */
export const bodyErrors = (
  schema: Joi.ObjectSchema,
  body: unknown,
  { reportsAll, readOnly = [] }: BodyOptions,
): FieldError[] => {
  if (schema.validate(body, { convert: false }).error === undefined) return [];
  const { error } = schema.validate(body, { ...OPTIONS, abortEarly: !reportsAll, convert: false });
  const found = (error?.details ?? [])
    .slice(0, MAX_FOUND)
    .map((detail) => ({ path: detail.path, code: detail.type, message: sentenceOf(detail, schema, readOnly) }));
  // two rules may report the same error
  return [...new Map(found.map((error) => [JSON.stringify([error.path, error.message]), error])).values()];
};

/** Validates query parameters. @throws HttpError `invalid_parameter` with all errors. */
export const validQuery = (schema: Joi.ObjectSchema, query: unknown): unknown => {
  const checked = schema.validate(query);
  if (checked.error === undefined) return checked.value;
  const { error = checked.error } = schema.validate(query, QUERY_OPTIONS);
  const names = error.details.map(({ path }) => String(path[0] ?? ''));
  const errors = error.details.map((detail, index): ProblemError => {
    return { parameter: names[index] ?? '', code: detail.type, message: sentenceOf(detail, schema) };
  });
  throw validationError(400, 'invalid_parameter', errors, names);
};

/** Reports what the core rejects in a command made of query parameters. @throws HttpError `invalid_parameter`. */
export const forParameters = async <T>(result: Promise<T>): Promise<T> => {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    const errors = error.fieldErrors.map(({ path, code, message }) => ({ parameter: String(path[0]), code, message }));
    const names = errors.map(({ parameter }) => parameter);
    throw validationError(400, 'invalid_parameter', errors, names);
  }
};

/** The message of an error: what would be right, without the validator's notation. */
const sentenceOf = (
  { type, path, context, message }: Joi.ValidationErrorItem,
  schema: Joi.Schema,
  readOnly: readonly string[] = [],
): string => {
  // custom rules put their message into the context
  if (context?.['message'] !== undefined) return context['message'];
  if (type === 'any.only') return message.replace(/\[(.*)\]/s, '$1');
  if (type === 'object.unknown' && path.length === 1 && readOnly.includes(String(path[0]))) {
    return 'is read-only: omit it';
  }
  if (type !== 'object.unknown' || !message.startsWith('is not a known ')) return message;
  const meant = suggestion(String(path.at(-1)), fieldsAt(schema, path.slice(0, -1)));
  return meant === undefined ? message : `${message}; did you mean ${meant}?`;
};

const validationError = (
  status: number,
  code: ProblemCode,
  errors: readonly ProblemError[],
  names: readonly string[],
): HttpError => {
  const sentences = errors.slice(0, 5).map(({ message }, index) => `${names[index]} ${message}`);
  const more = errors.length > 5 ? `; and ${errors.length - 5} more` : '';
  return new HttpError(status, code, sentences.join('; ') + more, { errors: errors.slice(0, MAX_ERRORS) });
};
