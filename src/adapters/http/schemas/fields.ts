import Joi from 'joi';
import type { IdPrefix } from '#core/capabilities.ts';
import { slugOf } from '#core/catalog/names.ts';
import { CURRENCY_RULE, Currency } from '#core/shared/currency.ts';
import { ID_SUFFIX } from '#core/shared/id.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import { objectOf } from './object-of.ts';
import { required } from './required.ts';

/** The largest amount, in major units. */
export const MAX_AMOUNT = 999_999_999_999.99;

/** An amount in major units; the core validates its decimals, which depend on the currency. */
export const amount = (): Joi.NumberSchema => Joi.number().min(0).max(MAX_AMOUNT);

/** A whole number that is at least `min`. */
export const integer = (min: number): Joi.NumberSchema => Joi.number().integer().min(min);

/** The quantity of an item. */
export const itemQuantity = (): Joi.NumberSchema => integer(1).max(10_000).description('The quantity.').example(2);

/** Normalizing a long text is slow: nothing else is checked after a wrong length. */
const FIRST_ERROR = { abortEarly: true };

/** An e-mail address within the lengths of RFC 5321, in any script. */
export const email = (): Joi.StringSchema =>
  Joi.string()
    .max(254)
    .prefs(FIRST_ERROR)
    .email({ tlds: false, minDomainSegments: 2 })
    // with invisible characters, two different addresses would look the same
    .custom((address: string, helpers) => (/[\p{C}\p{Z}]/u.test(address) ? helpers.error('string.email') : address))
    .example('ada@example.com');

/** A text with length limits in code points, as in JSON Schema. */
export const text = (min: number, max: number): Joi.StringSchema => {
  const schema = Joi.string().custom((value: string, helpers) => {
    // a code point has one or two UTF-16 units, so most texts need no counting
    const isUnclear = value.length <= min || (value.length > max && value.length <= 2 * max);
    const length = isUnclear ? [...value].length : value.length;
    if (length < min) return helpers.error('string.min', { limit: min });
    return length > max ? helpers.error('string.max', { limit: max }) : value;
  });
  return (min === 0 ? schema.allow('') : schema).meta({ minLength: min, maxLength: max });
};

/** A text that matches a pattern, and the error message for others. */
export const matching = (schema: Joi.StringSchema, pattern: RegExp, message: string): Joi.StringSchema =>
  schema
    .custom((value: string, helpers) =>
      pattern.test(value) ? value : helpers.error('string.pattern.base', { message }),
    )
    .meta({ pattern: pattern.source });

/** A text that is not blank. */
export const label = (max: number): Joi.StringSchema => matching(text(1, max), /\S/, 'must not be blank');

/** A label that can stand in a list with commas. */
export const tagOf = (max: number): Joi.StringSchema =>
  matching(text(1, max), /^(?=[\s\S]*\S)[^,]*$/, 'must be a label that is not blank and has no comma');

/** A URL segment of lowercase letters and digits, separated by single hyphens. */
export const slug = (): Joi.StringSchema =>
  text(1, 255)
    .prefs(FIRST_ERROR)
    .custom((value: string, helpers) =>
      slugOf(value, '') === value
        ? value
        : helpers.error('string.pattern.base', {
            message: 'must be lowercase letters and digits without accents, separated by single hyphens: linen-shirt',
          }),
    )
    .meta({ pattern: '^[^A-Z\\s]+$' });

/** A text to search for. */
export const words = (max: number): Joi.StringSchema =>
  text(1, max).custom((value: string, helpers) =>
    /[\p{L}\p{N}]/u.test(value)
      ? value
      : helpers.error('string.pattern.base', { message: 'must contain a letter or a digit' }),
  );

/** No control character and no line separator; without `\p`, since some clients compile patterns without the `u` flag. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes them
const ONE_LINE = /^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;

/** A label of one line without control characters, which terminals and mails would interpret. */
export const line = (max: number): Joi.StringSchema =>
  matching(text(1, max), ONE_LINE, 'must be one line that is not blank');

const KEY_MESSAGES = { 'object.unknown': 'must have a key of 1 to 40 characters' };

/** A merge patch of a string map. */
export const stringMapPatch = (): Joi.ObjectSchema<Readonly<Record<string, string | null>>> =>
  Joi.object()
    .pattern(text(1, 40), text(0, 500).allow(null))
    .max(100)
    .allow(null)
    .messages(KEY_MESSAGES)
    .description('Strings to set, or to remove by null.');

/** At most 50 strings by name. */
export const stringMap = (): Joi.ObjectSchema<StringMap> =>
  Joi.object()
    .pattern(text(1, 40), text(0, 500))
    .max(50)
    .messages(KEY_MESSAGES)
    .meta({ propertyNames: { minLength: 1, maxLength: 40 } });

export const currency = (): Joi.StringSchema =>
  Joi.string()
    .custom((code: string, helpers) =>
      Currency.is(code) ? code : helpers.error('any.only', { message: CURRENCY_RULE }),
    )
    .meta({ pattern: '^[A-Z]{3}$', maxLength: 3 });

export const idOf = (prefix: string): Joi.StringSchema =>
  referenceTo(prefix).example(`${prefix}_01h455vb4pex5vsknk084sn02q`);

/** An id in a body whose example must work: without an example, since its resource may not exist. */
export const referenceTo = (prefix: string): Joi.StringSchema =>
  matching(
    Joi.string(),
    new RegExp(`^${prefix}_${ID_SUFFIX}$`),
    `must be an id such as ${prefix}_01h455vb4pex5vsknk084sn02q`,
  ).meta({ maxLength: prefix.length + 27 });

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[+-](\d\d):(\d\d))$/i;

/** A time in a request; validation converts it to a Date. */
export const time = (): Joi.StringSchema =>
  Joi.string()
    .custom((written: string, helpers) => parseTime(written) ?? helpers.error('string.isoDate'))
    .meta({ format: 'date-time', maxLength: '0000-00-00T00:00:00.000000000+00:00'.length });

/** A time in a request that is kept as a writer sends it; validation converts it to UTC. */
export const timeText = (): Joi.StringSchema =>
  Joi.string()
    .custom((written: string, helpers) => parseTime(written)?.toISOString() ?? helpers.error('string.isoDate'))
    .meta({ format: 'date-time', maxLength: '0000-00-00T00:00:00.000000000+00:00'.length });

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

/** A time in a response. */
export const timestamp = (): Joi.StringSchema => Joi.string().isoDate();

/** What an amount in a query string looks like. */
export const DECIMAL = /^\d{1,12}(\.\d{1,4})?$/;

/** An amount in a query string. */
export const decimal = (): Joi.StringSchema =>
  matching(Joi.string(), DECIMAL, 'must be an amount in major units with at most 4 decimals').meta({
    maxLength: 17,
  });

/** The largest page of a list. */
export const MAX_PAGE = 100;

/** The query parameters of every list. */
export const pageQuery = {
  limit: integer(1).max(MAX_PAGE).default(20).description('The maximum number of items on a page.').example(20),
  cursor: Joi.string().max(4000).description('`next_cursor` of the previous page; filters and sort must be the same.'),
  include_total: Joi.boolean().description('Counts all matching items as `total`, which takes longer.'),
};

export type PageQuery = Readonly<{ limit: number; cursor?: string; include_total?: boolean }>;

type PageView<Item> = Readonly<{ data: readonly Item[]; next_cursor: string | null; total?: number }>;

/** A page of a list in a response. */
export const pageOf = <Item>(name: string, item: Joi.ObjectSchema<Item>): Joi.ObjectSchema<PageView<Item>> =>
  objectOf<PageView<Item>>({
    data: required(Joi.array().items(item).max(MAX_PAGE), 'The items of this page.'),
    next_cursor: required(Joi.string().allow(null), 'The cursor of the next page; null on the last page.'),
    total: integer(0).description('The number of all matching items; only with `include_total`.'),
  })
    .id(name)
    .description('A page of a list.');

/** The first fields of every resource. */
export const resourceFields = (object: string, prefix: IdPrefix) => ({
  id: required(idOf(prefix), 'The id.'),
  object: required(Joi.string().valid(object), 'The type of the resource.'),
});

/** The last fields of every versioned resource. */
export const versionFields = {
  version: required(integer(1), 'Incremented by every change; `If-Match` takes it.', 1),
  created_at: required(timestamp(), 'When the resource was created.'),
  updated_at: required(timestamp(), 'When the resource was last changed.'),
};
