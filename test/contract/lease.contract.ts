import { expect } from 'chai';
import { Lease, type LeaseRequest } from '#core/shared/lease.ts';
import { noonPlus } from '../support/builders.ts';
import { addLeasable, LEASED_KINDS, type Leasable, type LeasedKind } from '../support/leasables.ts';
import {
  type OpenSharedStorage,
  type OpenStorage,
  type StorageUnderTest,
  useSharedStorage,
  useStorage,
} from './storage-under-test.ts';

type Processes = () => readonly [StorageUnderTest, ...StorageUnderTest[]];

/** All that is leased, in one process. */
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

const request = (owner: string, seconds: number): LeaseRequest => Lease.request(owner, noonPlus(seconds));

const leasedKindContract = (kind: LeasedKind, processes: Processes): void => {
  const added = async () => {
    const leasableIn = await addLeasable(kind, processes()[0]);
    return { leasableIn, ...leasableIn(processes()[0]), other: leasableIn(processes().at(-1) ?? processes()[0]) };
  };

  it('are claimed by one of several concurrent owners', async () => {
    const { leasableIn } = await added();
    const owners = Array.from({ length: 10 }, (_, index) => `owner ${index}`);
    const leasables = processes().map(leasableIn);
    const claims = owners.map((owner, index) => leasables[index % leasables.length]?.claim(request(owner, 0)));
    const claimed = (await Promise.all(claims)).filter((isClaimed) => isClaimed === true);
    // a claim skips what another transaction has locked, even if that transaction claims something else
    const isLeft = await leasables[0]?.claim(request('last', 0));
    expect([...claimed, ...(isLeft ? [true] : [])]).to.have.length(1);
  });

  it('are not granted to others while they are valid', async () => {
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

  if (kind === 'publishers' || kind === 'endpoints') ownedLeaseContract(added);
};

/** The leasable in one process and in another, if there are two. */
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

  it('are claimed at once when they were released', async () => {
    const { claim, release, other } = await added();
    await claim(request('a', 0));
    await release('a');
    expect(await other.claim(request('b', 1))).to.equal(true);
    expect(await claim(request('a', 2))).to.equal(false);
  });
};
