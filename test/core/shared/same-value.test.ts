import { expect } from 'chai';
import { differingMembers, isSameValue } from '#core/shared/same-value.ts';

describe('JSON values', () => {
  it('are the same in another order of their keys', () => {
    expect(isSameValue({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).to.equal(true);
    expect(isSameValue(undefined, null)).to.equal(true);
  });

  for (const [what, one, other] of [
    ['another value', { a: { b: 1 } }, { a: { b: 2 } }],
    ['another key', { a: null }, { b: null }],
    ['a key less', { a: 1, b: 2 }, { a: 1 }],
    ['a key more', { a: 1 }, { a: 1, b: 2 }],
    ['another order of items', [1, 2], [2, 1]],
    ['an item more', [1], [1, 2]],
    ['an object for a list', [], {}],
    ['a text for a number', 1, '1'],
    ['a value for null', null, {}],
  ] as const)
    it(`differ by ${what}`, () => {
      expect(isSameValue(one, other)).to.equal(false);
      expect(differingMembers({ it: one, same: 1 }, { it: other, same: 1 })).to.deep.equal(['it']);
    });
});
