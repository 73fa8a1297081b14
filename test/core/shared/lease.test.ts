import { expect } from 'chai';
import { Lease } from '#core/shared/lease.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';

describe('Lease', () => {
  const lease = Lease.request('a', NOON);
  const by = (owner: string, seconds: number) => Lease.request(owner, noonPlus(seconds));

  it('lasts ten seconds', () => {
    expect(lease).to.deep.equal({ owner: 'a', at: NOON, until: noonPlus(10) });
    expect(Lease.isValid(lease, noonPlus(9.999))).to.equal(true);
    expect(Lease.isValid(lease, noonPlus(10))).to.equal(false);
  });

  it('may be claimed by its owner at any time, and by others once it has expired', () => {
    expect(Lease.mayClaim(null, by('b', 0))).to.equal(true);
    expect(Lease.mayClaim(lease, by('a', 5))).to.equal(true);
    expect(Lease.mayClaim(lease, by('b', 9.999))).to.equal(false);
    expect(Lease.mayClaim(lease, by('b', 10))).to.equal(true);
  });

  it('is held by its owner only, even after it has expired', () => {
    expect(Lease.isHeldBy(lease, 'a')).to.equal(true);
    expect(Lease.isHeldBy(lease, 'b')).to.equal(false);
    expect(Lease.isHeldBy(null, 'a')).to.equal(false);
  });

  it('needs renewal in its last five seconds', () => {
    expect(Lease.needsRenewal(lease, noonPlus(4.999))).to.equal(false);
    expect(Lease.needsRenewal(lease, noonPlus(5))).to.equal(true);
    expect(Lease.needsRenewal(undefined, NOON)).to.equal(true);
  });

  it('allows no new work in its last second', () => {
    expect(Lease.allowsWork(lease, noonPlus(8.999))).to.equal(true);
    expect(Lease.allowsWork(lease, noonPlus(9))).to.equal(false);
  });
});
