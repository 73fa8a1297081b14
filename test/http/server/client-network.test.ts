import { expect } from 'chai';
import { clientNetwork, homeNetwork, siteNetwork } from '#adapters/http/server/client-network.ts';

describe('clientNetwork', () => {
  it('is the IPv4 address, also of IPv4-mapped IPv6', () => {
    for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7']) {
      expect(clientNetwork(address), address).to.equal('203.0.113.7');
    }
    expect(clientNetwork('203.0.113.8')).to.not.equal(clientNetwork('203.0.113.7'));
  });

  for (const [address, network] of [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
    ['2001:db8:0000:0000::1', '2001:db8:0:0::/64'],
    ['1:2:3::4', '1:2:3:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ] as const) {
    it(`is ${network} for ${address}`, () => {
      expect(clientNetwork(address)).to.equal(network);
    });
  }

  it('is the /64 block of an IPv6 address', () => {
    const networks = ['2001:db8:1:2::', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::203.0.113.7'].map(
      clientNetwork,
    );
    expect(new Set(networks).size).to.equal(1);
    for (const beside of ['2001:db8:1:3::', '2001:db8:1:1:ffff:ffff:ffff:ffff']) {
      expect(clientNetwork(beside)).to.not.equal(networks[0]);
    }
  });

  it('returns other strings unchanged', () => {
    for (const text of ['', 'unknown', '203.0.113', '::ffff:nonsense']) expect(clientNetwork(text)).to.equal(text);
  });
});

describe('homeNetwork', () => {
  it('is the IPv4 address or the /56 block of a client', () => {
    for (const [address, network] of [
      ['203.0.113.7', '203.0.113.7'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['2001:db8:1:2::3', '2001:db8:1:0::/56'],
      ['2001:db8:1:ff::3', '2001:db8:1:0::/56'],
      ['2001:db8:1:100::3', '2001:db8:1:100::/56'],
      ['2001:db8:1:abcd::3', '2001:db8:1:ab00::/56'],
      ['unknown', 'unknown'],
    ] as const) {
      expect(homeNetwork(address)).to.equal(network);
    }
  });
});

describe('siteNetwork', () => {
  it('is the /24 or /48 network of a client', () => {
    for (const [address, network] of [
      ['203.0.113.7', '203.0.113.0/24'],
      ['::ffff:203.0.113.7', '203.0.113.0/24'],
      ['2001:db8:1:2::3', '2001:db8:1::/48'],
      ['unknown', 'unknown'],
    ] as const) {
      expect(siteNetwork(address)).to.equal(network);
    }
  });
});
