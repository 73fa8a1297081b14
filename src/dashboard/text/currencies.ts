import { byLanguage } from './by-language.ts';

/** The currencies that the API takes. */
export const CURRENCIES = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF CLP CNY COP ' +
  'CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD ' +
  'IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR ' +
  'MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP ' +
  'SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYI UYU UYW UZS VED VES VND VUV WST XAF ' +
  'XCD XCG XOF XPF YER ZAR ZMW ZWG'
).split(' ');

/** All currencies as choices: `EUR – Euro`. */
export const currencies = byLanguage((language) => {
  const names = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' });
  const labelOf = (code: string): string => [code, names.of(code)].filter((part) => part).join(' – ');
  return { values: CURRENCIES, labels: Object.fromEntries(CURRENCIES.map((code) => [code, labelOf(code)])) };
});
