import { Rate } from '#core/shared/rate-limiter.ts';
import { isKeyed, KEYED_NAMES } from './dimensions.ts';
import type { KeyedDimension } from './metrics.ts';

/** A tax of a country at a rate. */
type Tax = Readonly<{
  /** Null for the country of the shop. */
  country: string | null;
  rate: Rate;
  name: string;
}>;

/** A tax as the key of an entry: `DE 190000 VAT`. */
export const TaxKey = {
  of: ({ country, rate, name }: Tax): string => `${country ?? NO_COUNTRY} ${rate} ${name}`,

  /** The tax of a key that `of` has made. */
  parse: (key: string): Tax => {
    const [country = NO_COUNTRY, rate, ...name] = key.split(' ');
    return { country: country === NO_COUNTRY ? null : country, rate: Number(rate) as Rate, name: name.join(' ') };
  },

  /** A key with its rate in percent, as the API shows it: `DE 19 VAT`. */
  toText: (key: string): string => {
    const [country = '', rate, ...name] = key.split(' ');
    return [country, Rate.toPercent(Number(rate) as Rate), ...name].join(' ');
  },

  /** The key that `toText` shows so; undefined if there is none. */
  ofText: (text: string): string | undefined => {
    const [, country = '', percent, name = ''] = TEXT.exec(text) ?? [];
    const rate = Rate.ofPercent(Number(percent));
    return typeof rate === 'number' ? `${country} ${rate} ${name}` : undefined;
  },
};

const NO_COUNTRY = '-';

const TEXT = /^([A-Z]{2}|-) (\d{1,3}(?:\.\d{1,4})?) (.+)$/s;

/** The keys of a dimension whose figures are read. */
export type Filters = Readonly<{ dimension: KeyedDimension; keys: readonly string[] }>;

/** Collects an error of a field. */
export type ReportError = (field: string, code: string, message: string) => void;

export const MAX_FILTERS = 100;

export const Filters = {
  /** The keys of filters such as `gateway:stripe`, which name the dimension of the question, if it has one with keys. */
  of: (texts: readonly string[], asked: KeyedDimension | null, report: ReportError): Filters | undefined => {
    if (texts.length > MAX_FILTERS) report('filters', 'array.max', `must have at most ${MAX_FILTERS} items`);
    if (texts.length === 0 || texts.length > MAX_FILTERS) return undefined;
    const names = new Set(texts.map((text) => text.split(':', 1)[0] ?? ''));
    const [dimension = ''] = names;
    const allowed = asked === null ? KEYED_NAMES : [asked];
    if (
      names.size > 1 ||
      !isKeyed(dimension) ||
      !allowed.includes(dimension) ||
      texts.some((text) => !text.includes(':'))
    ) {
      const one = asked === null ? `one of ${KEYED_NAMES.join(', ')}, the same in all filters` : asked;
      report(
        'filters',
        'string.pattern.base',
        `must be a dimension and a key, such as gateway:stripe; the dimension must be ${one}`,
      );
      return undefined;
    }
    if (new Set(texts).size < texts.length) report('filters', 'array.unique', 'must name each key only once');
    const keys = texts.map((text) => keyOf(dimension, text.slice(dimension.length + 1)));
    if (keys.some((key) => key === undefined))
      report(
        'filters',
        'string.pattern.base',
        'must name a tax by its country, rate in percent and name, such as tax_rate:DE 19 VAT',
      );
    return { dimension, keys: keys.filter((key) => key !== undefined) };
  },
};

const keyOf = (dimension: KeyedDimension, text: string): string | undefined =>
  dimension === 'tax_rate' ? TaxKey.ofText(text) : text;
