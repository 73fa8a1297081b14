import { expect } from 'chai';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import * as addresses from '#adapters/webhooks/forbidden-address.ts';

/** The first and last address of each forbidden range, by kind. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  unspecified: ['0.0.0.0', '0.255.255.255', '::'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  shared: ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.0.0.1', '127.255.255.255', '::1'],
  'link-local': ['169.254.0.0', '169.254.169.254', '169.254.255.255', 'fe80::', 'febf:ffff::1'],
  'protocol assignments': ['192.0.0.0', '192.0.0.255', '2001::', '2001:1ff:ffff::1'],
  documentation: ['192.0.2.0', '192.0.2.255', '198.51.100.1', '203.0.113.255', '2001:db8::1', '3fff::1', '3fff:fff::1'],
  'relays of 6to4': ['192.88.99.0', '192.88.99.255'],
  benchmarking: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.0', '239.255.255.255', 'ff00::', 'ff02::1', 'ffff::1'],
  reserved: ['240.0.0.0', '255.255.255.254', '4000::1', '1fff::1', 'c000::1', '100::1', '5f00::1'],
  broadcast: ['255.255.255.255'],
  'unique local': ['fc00::', 'fd00:ec2::254', 'fdff:ffff::1'],
  'site-local': ['fec0::1', 'feff::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:93.184.215.14', '::ffff:0:93.184.215.14'],
  'IPv4-compatible': ['::127.0.0.1', '::93.184.215.14'],
  NAT64: ['64:ff9b::', '64:ff9b::93.184.215.14', '64:ff9b:1::1', '64:ff9b:1:ffff::1'],
  '6to4': ['2002::', '2002:7f00:1::', '2002:ffff:ffff::1'],
  Teredo: ['2001::1', '2001:0:ffff::1'],
  'with a zone': ['fe80::1%eth0', '2606:4700::1%eth0', '::1%1'],
  'no address': ['', 'example.com', '127.1', '0x7f000001', '2130706433', '[::1]', '1.2.3.4/8', '01.2.3.4', ' 1.2.3.4'],
};

/** Neighbours of those ranges, and other public addresses. */
const ALLOWED = [
  '1.0.0.0',
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80e::200e',
];

const isForbiddenAddress = (address: string): boolean => addresses.isForbiddenAddress(address, 'public');

describe('a webhook address', () => {
  it('may be the own machine, or any, where the settings allow it', () => {
    const forbidden = (allowed: addresses.AllowedTargets) =>
      ['127.0.0.1', '127.9.9.9', '::1', '10.1.2.3', '169.254.169.254', '::ffff:127.0.0.1', '::'].filter((address) =>
        addresses.isForbiddenAddress(address, allowed),
      );
    expect(forbidden('loopback')).to.deep.equal(['10.1.2.3', '169.254.169.254', '::ffff:127.0.0.1', '::']);
    expect(forbidden('private')).to.deep.equal([]);
  });

  for (const [what, addresses] of Object.entries(FORBIDDEN)) {
    it(`is forbidden when it is ${what}`, () => {
      for (const address of addresses) expect(isForbiddenAddress(address), address).to.equal(true);
    });
  }

  it('is allowed when it is public', () => {
    for (const address of ALLOWED) expect(isForbiddenAddress(address), address).to.equal(false);
  });

  const anyIpv4 = fc.ipV4();
  const hex = (address: string): string => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  };

  it('is forbidden in every IPv6 form that embeds IPv4', () => {
    fc.assert(
      fc.property(anyIpv4, (address) => {
        const forms = ['::ffff:', '::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'].flatMap((prefix) => [
          `${prefix}${address}`,
          `${prefix}${hex(address)}`,
        ]);
        return [...forms, `2002:${hex(address)}::1`, `2001:0:${hex(address)}::1`].every((form) =>
          isForbiddenAddress(form),
        );
      }),
    );
  });

  it('is judged the same in every notation', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const parsed = ipaddr.IPv6.parse(address);
        const forms = [parsed.toString(), parsed.toNormalizedString(), address.toUpperCase()];
        return forms.every((form) => isForbiddenAddress(form) === isForbiddenAddress(address));
      }),
    );
  });

  it('is forbidden outside the allocated IPv6 ranges', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = ipaddr.IPv6.parse(address).parts[0] ?? 0;
        return isForbiddenAddress(address) || (first >= 0x2000 && first < 0x4000 && first !== 0x2002);
      }),
    );
  });
});
