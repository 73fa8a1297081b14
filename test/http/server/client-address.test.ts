import { expect } from 'chai';
import { makeClientAddress } from '#adapters/http/server/client-address.ts';
import { isInRanges } from '#adapters/system/address-ranges.ts';
import { trustProxy } from '#adapters/system/settings/trust-proxy.ts';

describe('the address of a client', () => {
  const of = (trust: Parameters<typeof makeClientAddress>[0], forwardedFor: string, remote = '10.0.0.1') =>
    makeClientAddress(trust, isInRanges)({ remote, forwardedFor });

  it('is that of the connection if no proxy is trusted', () => {
    expect(of(false, '203.0.113.7')).to.equal('10.0.0.1');
  });

  it('is what the last trusted proxy has appended', () => {
    expect(of(1, '198.51.100.1, 203.0.113.7')).to.equal('203.0.113.7');
    expect(of(2, '198.51.100.1, 203.0.113.7, 10.0.0.2')).to.equal('203.0.113.7');
    expect(of(3, '203.0.113.7')).to.equal('203.0.113.7');
    expect(of(1, '')).to.equal('10.0.0.1');
  });

  it('is the last one outside of the trusted ranges', () => {
    const ranges = ['10.0.0.0/8', '2001:db8::1'];
    expect(of(ranges, '198.51.100.1, 203.0.113.7, 10.9.9.9')).to.equal('203.0.113.7');
    expect(of(ranges, '203.0.113.7', '192.0.2.1')).to.equal('192.0.2.1');
    expect(of(ranges, '203.0.113.7', '::ffff:10.0.0.1')).to.equal('203.0.113.7');
    expect(of(ranges, '203.0.113.7', '2001:db8::1')).to.equal('203.0.113.7');
    expect(of(ranges, '10.1.1.1')).to.equal('10.1.1.1');
    expect(of(ranges, '203.0.113.7, unknown')).to.equal('unknown');
  });

  it('is set up by true, false, a number of proxies or address ranges', () => {
    for (const [text, value] of [
      ['true', 1],
      ['false', false],
      ['0', false],
      ['2', 2],
      ['10.0.0.1', ['10.0.0.1']],
      ['10.0.0.0/8, 2001:db8::/32', ['10.0.0.0/8', '2001:db8::/32']],
    ] as const) {
      expect(trustProxy.validate(text).value, text).to.deep.equal(value);
    }
    for (const text of ['maybe', '11', '-1', '10.0.0.0/33', '10.0.0.0/', 'proxy.example', '10.0.0.1,']) {
      expect(trustProxy.validate(text).error?.message, text).to.include('must be true, false, a number');
    }
  });
});
