import { isKeyed, KEYED_NAMES } from './dimensions.ts';
import type { KeyedDimension } from './metrics.ts';
import { TaxKey } from './tax-key.ts';

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
