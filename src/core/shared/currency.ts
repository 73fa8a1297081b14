/** Currencies whose minor unit is not a hundredth (ISO 4217, list one). */
const EXCEPTIONS: Readonly<Record<string, number>> = {
  ...digits(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...digits(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...digits(4, 'CLF UYW'),
};

const TWO_DIGITS = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC ' +
    'CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR ' +
    'JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD ' +
    'NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN ' +
    'SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG'
  ).split(' '),
);

/** An ISO 4217 code in upper case, such as `USD`. */
export type Currency = string & { readonly __brand: 'Currency' };

/** What is right where a code is not. */
export const CURRENCY_RULE = 'must be an ISO 4217 code in capitals, such as USD';

export const Currency = {
  /** Whether a code is a supported currency. */
  is: (code: string): code is Currency => TWO_DIGITS.has(code) || Object.hasOwn(EXCEPTIONS, code),

  /** The number of decimals: 2 for USD, 0 for JPY, 3 for KWD. */
  exponent: (currency: Currency): number => EXCEPTIONS[currency] ?? 2,
};

function digits(exponent: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, exponent]));
}
