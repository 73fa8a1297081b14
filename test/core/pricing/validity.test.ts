import { expect } from 'chai';
import fc from 'fast-check';
import { Validity } from '#core/pricing/rule-scope.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';

const between = (from: number | null, to: number | null): Validity => ({
  validFrom: from === null ? null : noonPlus(from),
  validTo: to === null ? null : noonPlus(to),
});

describe('Validity', () => {
  it('includes its beginning and not its end', () => {
    expect(Validity.includes(between(0, 1), NOON)).to.equal(true);
    expect(Validity.includes(between(-1, 0), NOON)).to.equal(false);
    expect(Validity.includes(between(1, null), NOON)).to.equal(false);
    expect(Validity.includes(between(null, null), NOON)).to.equal(true);
  });

  it('overlaps another exactly if some time is in both', () => {
    const bound = fc.option(fc.integer({ min: 0, max: 6 }));
    const validity = fc.tuple(bound, bound).filter(([from, to]) => from === null || to === null || from < to);
    fc.assert(
      fc.property(validity, validity, ([from, to], [otherFrom, otherTo]) => {
        const [one, other] = [between(from, to), between(otherFrom, otherTo)];
        const times = Array.from({ length: 9 }, (_, index) => noonPlus(index - 1));
        const isShared = times.some((at) => Validity.includes(one, at) && Validity.includes(other, at));
        expect(Validity.overlap(one, other)).to.equal(isShared);
      }),
    );
  });
});
