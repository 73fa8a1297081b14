import { byLanguage } from './by-language.ts';

/** The countries of ISO 3166-1. */
const CODES = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD ' +
  'CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF ' +
  'GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN ' +
  'KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ' +
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI ' +
  'SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI ' +
  'VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

const namesOf = byLanguage((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }));

/** The name of a country in the language of the user; a code that is none is shown as it is. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (namesOf().of(code) ?? code) : code);

/** All countries by their names. */
export const countries = byLanguage((language) => {
  const named = CODES.map((code) => [code, countryName(code)] as const);
  const { compare } = new Intl.Collator(language);
  named.sort(([, one], [, other]) => compare(one, other));
  return { values: named.map(([code]) => code), labels: Object.fromEntries(named) };
});

/** Countries that are chosen together, by a code of their name. */
const REGIONS = {
  EU: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
  EZ: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
} as const;

/** Several countries under one name. */
export type Region = Readonly<{ label: string; values: readonly string[] }>;

export const regions = byLanguage((): readonly Region[] =>
  Object.entries(REGIONS).map(([code, codes]) => ({ label: namesOf().of(code) ?? code, values: codes.split(' ') })),
);

/** The names of countries; those of the European Union have one name together. */
export const countriesText = (codes: readonly string[]): string => {
  const union = regions().find(({ values }) => values.every((code) => codes.includes(code)));
  const others = codes.filter((code) => union?.values.includes(code) !== true).map(countryName);
  return [...(union === undefined ? [] : [union.label]), ...others].join(', ');
};
