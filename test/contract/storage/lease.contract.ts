import { expect } from 'chai';
import { Lease, type LeaseRequest } from '#core/shared/lease.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { addLeasable, LEASED_KINDS, type Leasable, type LeasedKind } from '../../support/builders/leasables.ts';
import {
  type OpenSharedStorage,
  type OpenStorage,
  type StorageUnderTest,
  useSharedStorage,
  useStorage,
} from './storage-under-test.ts';

/** The storage of each process. */
type StorageOfEachProcess = () => readonly [StorageUnderTest, ...StorageUnderTest[]];

/** Leases of every kind, in one process. */
export const leaseContract = (name: string, open: OpenStorage): void => {
  describe(`leases on ${name}`, () => {
    const storage = useStorage(open);
    for (const kind of LEASED_KINDS) describe(`of ${kind}`, () => leasedKindContract(kind, () => [storage()]));
  });
};

/** As `leaseContract`, for owners in two processes. */
export const sharedLeaseContract = (name: string, open: OpenSharedStorage): void => {
  describe(`leases shared by two processes on ${name}`, () => {
    const pair = useSharedStorage(open);
    for (const kind of LEASED_KINDS) describe(`of ${kind}`, () => leasedKindContract(kind, pair));
  });
};

/** A claim or a renewal at a second after noon. A lease lasts 10 seconds. */
const request = (owner: string, seconds: number): LeaseRequest => Lease.request(owner, noonPlus(seconds));

const leasedKindContract = (kind: LeasedKind, storages: StorageOfEachProcess): void => {
  /** A new leasable: in the first process, in the last as `other`, and in any as `leasableIn`. */
  const added = async () => {
    const leasableIn = await addLeasable(kind, storages()[0]);
    return { leasableIn, ...leasableIn(storages()[0]), other: leasableIn(storages().at(-1) ?? storages()[0]) };
  };

  it('are claimed by one of several concurrent owners', async () => {
    const { leasableIn } = await added();
    const owners = Array.from({ length: 10 }, (_, index) => `owner ${index}`);
    const leasables = storages().map(leasableIn);
    const claims = owners.map((owner, index) => leasables[index % leasables.length]?.claim(request(owner, 0)));
    const claimed = (await Promise.all(claims)).filter((isClaimed) => isClaimed === true);
    // a claim skips a row that another transaction has locked for a moment, so all ten can fail; then the next succeeds
    const isClaimedLast = await leasables[0]?.claim(request('last', 0));
    expect([...claimed, ...(isClaimedLast ? [true] : [])]).to.have.length(1);
  });

  it('cannot be claimed by others while they are valid', async () => {
    const { claim, other } = await added();
    expect(await claim(request('a', 0))).to.equal(true);
    expect(await other.claim(request('b', 0))).to.equal(false);
    expect(await other.claim(request('b', 9.999))).to.equal(false);
  });

  it('expire when their owner dies', async () => {
    const { claim, other } = await added();
    await claim(request('dead', 0));
    expect(await other.claim(request('b', 10))).to.equal(true);
    expect(await other.claim(request('c', 19.999))).to.equal(false);
    expect(await other.claim(request('c', 20))).to.equal(true);
  });

  // the leases of the other kinds are due times: they have no owner who could renew or release them
  if (kind === 'publishers' || kind === 'endpoints') ownedLeaseContract(added);
};

/** Adds a leasable; `other` is the same one in the other process, if there are two. */
type Added = () => Promise<Leasable & Readonly<{ other: Leasable }>>;

/** Leases that know their owner, who may renew and release them. */
const ownedLeaseContract = (added: Added): void => {
  it('last longer when they are renewed', async () => {
    const { claim, renew, other } = await added();
    await claim(request('a', 0));
    expect(await renew(request('a', 5))).to.equal(true);
    expect(await other.claim(request('b', 14.999))).to.equal(false);
    expect(await other.claim(request('b', 15))).to.equal(true);
  });

  it('are renewed by a slow owner if nobody has claimed them since they expired', async () => {
    const { claim, renew, other } = await added();
    await claim(request('slow', 0));
    expect(await renew(request('slow', 12))).to.equal(true);
    expect(await other.claim(request('b', 21.999))).to.equal(false);
  });

  it('are lost to a slow owner once another has claimed them', async () => {
    const { claim, renew, release, other } = await added();
    await claim(request('slow', 0));
    await other.claim(request('b', 12));
    expect(await renew(request('slow', 13))).to.equal(false);
    await release('slow');
    expect(await claim(request('c', 21.999))).to.equal(false);
    expect(await claim(request('c', 22))).to.equal(true);
  });

  it('can be claimed at once after their release', async () => {
    const { claim, release, other } = await added();
    await claim(request('a', 0));
    await release('a');
    expect(await other.claim(request('b', 1))).to.equal(true);
    expect(await claim(request('a', 2))).to.equal(false);
  });
};
