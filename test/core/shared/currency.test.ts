import { expect } from 'chai';
import { Currency } from '#core/shared/currency.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const all = (): Currency[] =>
  LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c))).filter((code) => Currency.is(code));

const withExponent = (exponent: number): string =>
  all()
    .filter((code) => Currency.exponent(code) === exponent)
    .join(' ');

describe('Currency', () => {
  it('has the exponents of ISO 4217', () => {
    expect(withExponent(0)).to.equal('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF');
    expect(withExponent(3)).to.equal('BHD IQD JOD KWD LYD OMR TND');
    expect(withExponent(4)).to.equal('CLF UYW');
    for (const code of all()) expect(Currency.exponent(code), code).to.be.oneOf([0, 2, 3, 4]);
  });

  it('knows the common currencies', () => {
    for (const code of 'USD EUR GBP JPY CHF CNY INR BRL CAD AUD KWD CLF ZWG XCG SLE VED'.split(' ')) {
      expect(Currency.is(code), code).to.equal(true);
    }
  });

  it('rejects lower case, non-monetary and withdrawn codes, and other strings', () => {
    const others = 'usd Usd XXX XTS XAU XAG XDR DEM FRF HRK ZWL ANG US USDD constructor toString __proto__';
    for (const code of [...others.split(' '), '', ' USD', 'USD\n']) expect(Currency.is(code), code).to.equal(false);
  });
});
