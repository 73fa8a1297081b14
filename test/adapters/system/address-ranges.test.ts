import { expect } from 'chai';
import { isInRanges } from '#adapters/system/address-ranges.ts';

const inside: readonly (readonly [string, ...string[]])[] = [
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7', '203.0.113.7/32'],
  ['203.0.113.0', '203.0.113.0/24'],
  ['203.0.113.255', '203.0.113.0/24'],
  ['203.0.113.7', '203.0.113.200/24'],
  ['203.0.113.127', '203.0.113.0/25'],
  ['198.51.100.1', '0.0.0.0/0'],
  ['198.51.100.1', '203.0.113.0/24', '2001:db8::/32', '198.51.100.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:DB8:0:0::1', '2001:db8::1/128'],
  ['2001:db8::', '2001:db8::/32'],
  ['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db8::/32'],
  ['2001:db8::1', '::/0'],
  ['fe80::1%eth0', 'fe80::/10'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['203.0.113.7', '::ffff:203.0.113.0/120'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
];

const outside: readonly (readonly [string, ...string[]])[] = [
  ['203.0.113.8', '203.0.113.7'],
  ['203.0.113.8', '203.0.113.7/32'],
  ['203.0.112.255', '203.0.113.0/24'],
  ['203.0.114.0', '203.0.113.0/24'],
  ['203.0.113.128', '203.0.113.0/25'],
  ['2001:db8::2', '2001:db8::1/128'],
  ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db8::/32'],
  ['2001:db9::', '2001:db8::/32'],
  ['2001:db8::1', '0.0.0.0/0'],
  ['::ffff:203.0.114.7', '203.0.113.0/24'],
  ['203.0.114.7', '::ffff:203.0.113.0/120'],
  // a longer address that ends like one of the range is not in it
  ['2001:db8::203.0.113.7', '203.0.113.0/24'],
];

describe('isInRanges', () => {
  for (const [address, ...ranges] of inside) {
    it(`finds ${address} in ${ranges.join(', ')}`, () => {
      expect(isInRanges(address, ranges)).to.equal(true);
    });
  }

  for (const [address, ...ranges] of outside) {
    it(`does not find ${address} in ${ranges.join(', ')}`, () => {
      expect(isInRanges(address, ranges)).to.equal(false);
    });
  }

  it('finds nothing in an empty list', () => {
    expect(isInRanges('203.0.113.7', [])).to.equal(false);
  });

  it('rejects malformed addresses', () => {
    const everywhere = ['0.0.0.0/0', '::/0'];
    for (const text of ['', 'unknown', '203.0.113', '203.0.113.256', '203.0.113.7:80', '010.0.0.1', '::1::', '[::1]']) {
      expect(isInRanges(text, everywhere), text).to.equal(false);
    }
  });

  it('gives the same result for the same list every time', () => {
    const [here, there] = [['203.0.113.0/24'], ['198.51.100.0/24']];
    for (let time = 0; time < 2; time += 1) {
      expect(isInRanges('203.0.113.7', here)).to.equal(true);
      expect(isInRanges('203.0.113.7', there)).to.equal(false);
    }
  });
});
