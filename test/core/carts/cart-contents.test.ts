import { expect } from 'chai';
import { CartContents } from '#core/carts/cart-contents.ts';

describe('carts that are merged', () => {
  it('have each discount code once, however it is written', () => {
    const withCodes = (...codes: string[]): CartContents => CartContents.of({ discount_codes: codes });
    const merged = CartContents.merged(withCodes('TEN', 'Summer'), withCodes('ten', 'WINTER'));
    expect(merged.discountCodes.map((code) => code.toUpperCase())).to.deep.equal(['TEN', 'SUMMER', 'WINTER']);
  });
});
