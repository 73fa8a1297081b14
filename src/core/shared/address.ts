import type { FieldError } from './domain-error.ts';

/** What a phone number is written with. */
export const PHONE = /^\+?[\d ().\-/]{3,31}$/;

/** How many addresses a user has at most. */
export const MAX_ADDRESSES = 20;

/** Upper-case ISO 3166-1 alpha-2 codes. */
export const COUNTRIES: ReadonlySet<string> = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA ' +
    'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA ' +
    'GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
    'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS ' +
    'MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS ' +
    'RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW ' +
    'TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

/** Whether a text is an upper-case ISO 3166-1 alpha-2 code. */
export const isCountry = (code: string): boolean => COUNTRIES.has(code);

/** A postal address in the API's field names, since it is passed through unchanged. */
export type Address = Readonly<{
  /** The recipient. */
  name: string | null;
  company: string | null;
  line1: string;
  line2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  /** ISO 3166-1 alpha-2, in upper case. */
  country: string;
  phone: string | null;
}>;

/** An address as a request gives it; omitted fields are null. */
export type AddressFields = Pick<Address, 'line1' | 'country'> & Partial<Address>;

export const Address = {
  /** The errors of an address whose required fields a merge patch may have removed. */
  errors: (path: string, fields: Partial<Address>): FieldError[] =>
    (['line1', 'country'] as const)
      .filter((part) => typeof fields[part] !== 'string')
      .map((part) => ({ path: [path, part], code: 'any.required', message: 'is required' })),

  of: (fields: AddressFields): Address => ({
    name: fields.name ?? null,
    company: fields.company ?? null,
    line1: fields.line1,
    line2: fields.line2 ?? null,
    city: fields.city ?? null,
    state: fields.state ?? null,
    postal_code: fields.postal_code ?? null,
    country: fields.country,
    phone: fields.phone ?? null,
  }),
};
