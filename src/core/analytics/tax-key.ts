import { Rate } from '#core/shared/rate-limiter.ts';

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
