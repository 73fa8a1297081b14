import { expect } from 'chai';
import { Address } from '#core/shared/address.ts';

const WHOLE: Address = {
  name: 'Zoë O’Hara',
  company: 'Ohara & Sons',
  line1: 'Rua Augusta 1',
  line2: 'Flat 2',
  city: 'Lisboa',
  state: 'Lisboa',
  postal_code: '1100-048',
  country: 'PT',
  phone: '+351 912 345 678',
};

describe('Address', () => {
  it('keeps the given fields', () => {
    expect(Address.of(WHOLE)).to.deep.equal(WHOLE);
  });

  it('has null for omitted fields', () => {
    const { line1, country } = WHOLE;
    const nothing = { name: null, company: null, line2: null, city: null, state: null, postal_code: null, phone: null };
    expect(Address.of({ line1, country })).to.deep.equal({ ...nothing, line1, country });
  });

  it('has its fields in a fixed order', () => {
    const reversed = Object.fromEntries(Object.entries(WHOLE).reverse()) as Address;
    expect(JSON.stringify(Address.of(reversed))).to.equal(JSON.stringify(WHOLE));
  });

  it('drops unknown fields', () => {
    expect(Address.of({ ...WHOLE, ...{ secret: 'x' } })).to.deep.equal(WHOLE);
  });
});
