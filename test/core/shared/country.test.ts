import { expect } from 'chai';
import { isCountry } from '#core/shared/address.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

describe('isCountry', () => {
  it('knows the 249 codes of ISO 3166-1', () => {
    const known = LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).filter(isCountry);
    expect(known).to.have.length(249);
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    for (const code of known) expect(names.of(code), code).to.be.a('string');
  });

  it('knows countries of every continent, and territories', () => {
    for (const code of 'PT GB UA CH US BR JP CN IN AE IL ZA NG AU NZ PR HK TW AQ SS BQ CW PS VA'.split(' ')) {
      expect(isCountry(code), code).to.equal(true);
    }
  });

  it('rejects lower case, unassigned and withdrawn codes, and other strings', () => {
    const others = 'pt Pt UK EU XK EL SU YU DD AN CS ZZ XX QQ AA USA PRT 620 constructor __proto__';
    for (const code of [...others.split(' '), '', ' PT', 'PT\n']) expect(isCountry(code), code).to.equal(false);
  });
});
