import Joi from 'joi';
import type { IdPrefix } from '#core/capabilities.ts';
import { Currency } from '#core/shared/currency.ts';
import { ID_SUFFIX } from '#core/shared/id.ts';

/** A text of so many characters, counted as people do: by code points, as JSON Schema counts them too. */
export const text = (min: number, max: number): Joi.StringSchema => {
  const schema = Joi.string().custom((value: string, helpers) => {
    // a code point has one or two units, so most texts need no counting
    const length = value.length <= min || value.length > max ? [...value].length : value.length;
    if (length < min) return helpers.error('string.min', { limit: min });
    return length > max ? helpers.error('string.max', { limit: max }) : value;
  });
  return (min === 0 ? schema.allow('') : schema).meta({ minLength: min, maxLength: max });
};

/** Texts that match, and what is said of those that don't. */
export const matching = (schema: Joi.StringSchema, pattern: RegExp, fault: string): Joi.StringSchema =>
  schema
    .custom((value: string, helpers) => (pattern.test(value) ? value : helpers.error('string.pattern.base', { fault })))
    .meta({ pattern: pattern.source });

/** A text that says something: not white space alone. */
export const label = (max: number): Joi.StringSchema => matching(text(1, max), /\S/, 'must not be blank');

/** A label of one line, without what terminals and mails take for more than text. */
export const line = (max: number): Joi.StringSchema =>
  matching(text(1, max), /^(?=.*\S)[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line that is not blank');

/** For objects of pairs, whose keys are free but for their length. */
const PAIR_MESSAGES = { 'object.unknown': 'must have a key of 1 to 40 characters' };

/** Pairs to set, and to remove by null. */
export const stringMapPatch = (): Joi.ObjectSchema =>
  Joi.object().pattern(text(1, 40), text(0, 500).allow(null)).max(100).allow(null).messages(PAIR_MESSAGES);

/** At most 50 string pairs. */
export const pairs = (): Joi.ObjectSchema =>
  Joi.object()
    .pattern(text(1, 40), text(0, 500))
    .max(50)
    .messages(PAIR_MESSAGES)
    .meta({ propertyNames: { minLength: 1, maxLength: 40 } });

export const currency = (): Joi.StringSchema =>
  Joi.string()
    .custom((code: string, helpers) =>
      Currency.is(code) ? code : helpers.error('any.only', { fault: 'must be an ISO 4217 currency' }),
    )
    .meta({ pattern: '^[A-Z]{3}$' });

/** An id as it is answered. */
export const idOf = (prefix: string): Joi.StringSchema =>
  matching(
    Joi.string(),
    new RegExp(`^${prefix}_${ID_SUFFIX}$`),
    `must be an id such as ${prefix}_01h455vb4pex5vsknk084sn02q`,
  ).example(`${prefix}_01h455vb4pex5vsknk084sn02q`);

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[+-](\d\d):(\d\d))$/i;

/** A time that a client sends, as a Date. */
export const time = (): Joi.StringSchema =>
  Joi.string()
    .custom((written: string, helpers) => parseTime(written) ?? helpers.error('string.isoDate'))
    .meta({ format: 'date-time' });

const parseTime = (written: string): Date | undefined => {
  const parts = RFC_3339.exec(written)?.slice(1).map(Number);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour, offsetMinute] = parts ?? [];
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  const isDate = year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= lastDay;
  const isClock = hour < 24 && minute < 60 && second < 60 && (offsetHour || 0) < 24 && (offsetMinute || 0) < 60;
  if (!isDate || !isClock) return undefined;
  const date = new Date(written.toUpperCase());
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date : undefined;
};

/** A time as it is answered. */
export const timestamp = (): Joi.StringSchema => Joi.string().isoDate().example('2026-11-20T09:30:00.000Z');

/** An amount in a query string. */
export const decimal = (): Joi.StringSchema =>
  matching(Joi.string(), /^\d{1,12}(\.\d{1,4})?$/, 'must be an amount in major units with at most 4 decimals');

/** The parameters of every list. */
export const pageQuery = {
  limit: Joi.number()
    .integer()
    .min(1)
    .max(100)
    .default(20)
    .description('Maximum number of items on a page.')
    .example(20),
  cursor: Joi.string()
    .max(4000)
    .description('`next_cursor` of the previous page; filters and sort have to be the same.'),
  include_total: Joi.boolean().description('Whether to count all matching items, as `total`; this takes longer.'),
};

export type PageQuery = Readonly<{ limit: number; cursor?: string; include_total?: boolean }>;

/** The parameter of every write that calls nothing outside the service. */
const dryRunQuery = {
  dry_run: Joi.boolean().description('Answer as if, with `dry_run` and the types of `events`, and keep nothing.'),
};

/** The query of a write that has no other parameters. */
export const writeQuery = Joi.object(dryRunQuery);

/** A page of a list as it is answered. */
export const listOf = (name: string, item: Joi.Schema): Joi.ObjectSchema =>
  Joi.object({
    data: Joi.array().items(item).required().description('The items of this page.'),
    next_cursor: Joi.string().allow(null).required().description('The cursor of the next page; null on the last.'),
    total: Joi.number().integer().min(0).description('All items that match, where `include_total` asked for it.'),
  })
    .id(name)
    .description('A page of a list.');

/** What every versioned resource has beside its own fields. */
export const resourceFields = (object: string, prefix: IdPrefix) => ({
  id: idOf(prefix).required().description('The id, for good.'),
  object: Joi.string().valid(object).required().description('The type of the resource.'),
});

export const versionFields = {
  version: Joi.number()
    .integer()
    .min(1)
    .required()
    .description('One more with every change; also the ETag.')
    .example(1),
  created_at: timestamp().required().description('When it was made.'),
  updated_at: timestamp().required().description('When it was last changed.'),
};

/** What a dry run adds to an answer. */
export const dryRunFields = {
  dry_run: Joi.boolean().valid(true).description('There in the answer to a dry run alone.'),
  events: Joi.array().items(Joi.string()).description('The types of events that a dry run would have emitted.'),
};
