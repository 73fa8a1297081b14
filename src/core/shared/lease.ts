/**
 * The exclusive right of an owner to work on something, until a time. An owner that works longer renews its lease and
 * releases it in the end; the lease of a dead owner expires.
 */
export type Lease = Readonly<{ owner: string; until: Date }>;

/** A lease that is claimed or renewed at a time. */
export type LeaseRequest = Lease & Readonly<{ at: Date }>;

/** How long a process leases what it works on; it renews the lease earlier. */
const LEASE_DURATION_MS = 10_000;

/** A lease with no more than this time left is renewed. */
const RENEW_BEFORE_MS = 5_000;

/** Nothing new is begun this close to the end of a lease. */
const SAFETY_MARGIN_MS = 1_000;

type MaybeLease = Pick<Lease, 'until'> | null | undefined;

export const Lease = {
  /** A process's claim of a lease from now on. */
  request: (owner: string, at: Date): LeaseRequest => ({ owner, at, until: Lease.end(at, LEASE_DURATION_MS) }),

  /** The end of a lease of a given duration. */
  end: (at: Date, durationMs: number): Date => new Date(at.getTime() + durationMs),

  /** Whether there is a lease that has not expired. At `until` it has. */
  isValid: (lease: MaybeLease, at: Date): boolean => lease != null && lease.until > at,

  /** Whether an owner may claim: nobody else holds a valid lease. */
  mayClaim: (lease: Lease | null, { owner, at }: LeaseRequest): boolean =>
    !Lease.isValid(lease, at) || lease?.owner === owner,

  /** Whether an owner may renew or release: no other has claimed since, even if the lease expired. */
  isHeldBy: (lease: Lease | null | undefined, owner: string): boolean => lease?.owner === owner,

  needsRenewal: (lease: MaybeLease, at: Date): boolean => !Lease.isValid(lease, Lease.end(at, RENEW_BEFORE_MS)),

  /** Whether there is time to begin something. */
  allowsWork: (lease: MaybeLease, at: Date): boolean => Lease.isValid(lease, Lease.end(at, SAFETY_MARGIN_MS)),
};
