import Joi from 'joi';
import { CURRENCY_RULE, Currency } from '#core/shared/currency.ts';
import { RateLimit } from '#core/shared/rate-limiter.ts';

/** A rate such as `6000/60`, or `off`. */
export const rate = (fallback: string): Joi.StringSchema =>
  Joi.string()
    .custom((value: string, helpers) => (RateLimit.parse(value) === undefined ? helpers.error('rate') : value))
    .allow('off')
    .default(fallback)
    .messages({ rate: 'must be requests/seconds such as 6000/60, or off' });

const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value;

const origin = Joi.string().custom((value: string, helpers) =>
  value === '*' || isOrigin(value) ? value : helpers.error('origin'),
);

/** The origin at which clients reach the service. */
export const publicUrl = Joi.string()
  .custom((value: string, helpers) => (/^https?:/.test(value) && isOrigin(value) ? value : helpers.error('origin')))
  .messages({ origin: 'must be an origin such as https://api.shop.example' });

/** A list of origins, or `*`. */
export const origins = Joi.string()
  .custom((value: string, helpers) => {
    const listed = value.split(',').map((item) => item.trim());
    return listed.every((item) => origin.validate(item).error === undefined) ? listed : helpers.error('origin');
  })
  .messages({ origin: 'must be origins such as https://shop.example, separated by commas, or *' });

/** A list of adapters by name, path or package, without repetition; `what` is the list in a message. */
export const modules = (what: string): Joi.StringSchema =>
  Joi.string()
    .custom((value: string, helpers) => {
      const listed = value.split(',').map((item) => item.trim());
      return listed.includes('') || new Set(listed).size < listed.length ? helpers.error('modules') : listed;
    })
    .messages({ modules: `must be ${what}, each once, separated by commas` });

/** Some of these values, each once, or `off` for none. */
export const someOf = (values: readonly string[]): Joi.StringSchema =>
  Joi.string()
    .custom((value: string, helpers) => {
      const listed = value === 'off' ? [] : value.split(',').map((item) => item.trim());
      const isValid = listed.every((item) => values.includes(item)) && new Set(listed).size === listed.length;
      return isValid ? listed : helpers.error('someOf');
    })
    .messages({ someOf: `must be some of ${values.join(', ')}, each once, separated by commas, or off` });

/** A page of the shop, whose address mails contain. */
export const page = Joi.string()
  .uri({ scheme: ['http', 'https'] })
  .messages({ 'string.uriCustomScheme': 'must be a URL such as https://shop.example/account' });

/** The limit of a valid rate; undefined for `off`. */
export const parseRate = (text: string): RateLimit | undefined => RateLimit.parse(text);

/** A currency. */
export const currencyCode = Joi.string()
  .custom((code: string, helpers) => (Currency.is(code) ? code : helpers.error('any.only')))
  .messages({ 'any.only': CURRENCY_RULE });
