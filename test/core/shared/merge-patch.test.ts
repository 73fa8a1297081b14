import { expect } from 'chai';
import { mergePatch } from '#core/shared/merge-patch.ts';

type Json = Record<string, unknown>;

/** The examples of RFC 7396, appendix A, whose patch is an object; a target that is no object is a member here. */
const EXAMPLES: readonly [Json, Json, Json][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ m: ['a', 'b'] }, { m: ['c', 'd'] }, { m: ['c', 'd'] }],
  [{ m: { a: 'b' } }, { m: ['c'] }, { m: ['c'] }],
  [{ m: { a: 'foo' } }, { m: null }, {}],
  [{ m: { a: 'foo' } }, { m: 'bar' }, { m: 'bar' }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{ m: [1, 2] }, { m: { a: 'b', c: null } }, { m: { a: 'b' } }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

const frozen = (value: unknown): unknown => {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
};

describe('mergePatch', () => {
  for (const [target, patch, result] of EXAMPLES) {
    it(`turns ${JSON.stringify(target)} with ${JSON.stringify(patch)} into ${JSON.stringify(result)}`, () => {
      expect(mergePatch(target, patch)).to.deep.equal(result);
    });
  }

  it('mutates neither the target nor the patch', () => {
    const target = frozen({ a: { b: { c: 1 } }, d: [1] }) as Json;
    const patch = frozen({ a: { b: { c: null, e: 2 } }, d: null, f: {} }) as Json;
    expect(mergePatch(target, patch)).to.deep.equal({ a: { b: { e: 2 } }, f: {} });
  });

  it('keeps omitted fields', () => {
    const nested = { deep: [1] };
    expect(mergePatch({ object: nested, other: 1 }, { other: 2 })['object']).to.equal(nested);
  });

  it('treats names of object members as data', () => {
    const patch = { constructor: { a: 1 }, toString: 'text', hasOwnProperty: null };
    expect(mergePatch({}, patch)).to.deep.equal({ constructor: { a: 1 }, toString: 'text' });
  });
});
