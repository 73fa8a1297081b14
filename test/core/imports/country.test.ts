import { expect } from 'chai';
import { countryOf } from '#core/imports/source/country.ts';

describe('countries in cells', () => {
  const COUNTRIES = {
    DE: 'DE',
    de: 'DE',
    Germany: 'DE',
    Deutschland: 'DE',
    allemagne: 'DE',
    Österreich: 'AT',
    UK: 'GB',
  };
  for (const [cell, code] of Object.entries(COUNTRIES)) {
    it(`have the code ${code} for ${cell}`, () => expect(countryOf(cell)).to.equal(code));
  }

  it('have none for a word that is no country', () => expect(countryOf('Atlantis')).to.equal(undefined));
});
