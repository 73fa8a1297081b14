import { expect } from 'chai';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import { Id, type IdGenerator } from '#core/shared/id.ts';
import { clockAt, clockAtNoon, NOON } from '../../support/builders/builders.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The UUID encoded in an id's base 32. */
const uuidOf = (id: string): bigint =>
  [...id.slice(id.indexOf('_') + 1)].reduce((sum, digit) => sum * 32n + BigInt(ALPHABET.indexOf(digit)), 0n);

const make = (ids: IdGenerator, count: number): string[] => Array.from({ length: count }, () => ids.next('prod'));

const expectAscending = (made: readonly string[]): void => {
  expect([...made].sort()).to.deep.equal(made);
  expect(new Set(made).size).to.equal(made.length);
};

describe('type ids', () => {
  it('have the requested prefix', () => {
    const ids = makeTypeIds(clockAtNoon());
    for (const prefix of ['prod', 're', 'plan'] as const) expect(Id.is(prefix, ids.next(prefix))).to.equal(true);
  });

  it('encode a UUIDv7 with the current time', () => {
    for (const time of [0, NOON.getTime(), 2 ** 48 - 1]) {
      const uuid = uuidOf(makeTypeIds(clockAt(new Date(Math.min(time, 8.64e15)))).next('evt'));
      expect(uuid >> 80n, 'time').to.equal(BigInt(time));
      expect((uuid >> 76n) & 0xfn, 'version').to.equal(7n);
      expect((uuid >> 62n) & 0x3n, 'variant').to.equal(2n);
    }
  });

  it('ascend with the clock', () => {
    const clock = clockAtNoon();
    const ids = makeTypeIds(clock);
    const made = Array.from({ length: 500 }, (_, index) => {
      if (index % 3 === 0) clock.advance(0.001);
      return ids.next('prod');
    });
    expectAscending(made);
  });

  it('ascend within a millisecond, for ten thousand ids', () => {
    expectAscending(make(makeTypeIds(clockAtNoon()), 10_000));
  });

  it('ascend when the clock goes back', () => {
    const clock = clockAtNoon();
    const ids = makeTypeIds(clock);
    const made = make(ids, 10);
    clock.advance(-3600);
    made.push(...make(ids, 5000));
    clock.advance(3600);
    made.push(...make(ids, 10));
    clock.advance(60);
    made.push(...make(ids, 10));
    expectAscending(made);
  });

  it('are unique across two processes at the same moment', () => {
    const made = [...make(makeTypeIds(clockAtNoon()), 1000), ...make(makeTypeIds(clockAtNoon()), 1000)];
    expect(new Set(made).size).to.equal(2000);
  });
});
