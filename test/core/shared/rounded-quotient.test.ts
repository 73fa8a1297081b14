import { expect } from 'chai';
import { roundedQuotient } from '#core/shared/money.ts';

describe('a rounded quotient', () => {
  it('rounds halves away from zero', () => {
    expect([7n, 9n, -7n, -9n].map((dividend) => roundedQuotient(dividend, 2n))).to.deep.equal([4n, 5n, -4n, -5n]);
    expect([-9n, -11n].map((dividend) => roundedQuotient(dividend, 4n))).to.deep.equal([-2n, -3n]);
  });
});
