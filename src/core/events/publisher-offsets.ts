import type { LeaseRequest } from '#core/shared/lease.ts';

/** The offset of each publisher in the feed. One process at a time holds the lease of a publisher. */
export interface PublisherOffsets {
  /**
   * Claims the lease of a publisher, or renews it, unless another owner's lease is valid.
   * @returns the position of the last published event, at first 0; undefined if another owner holds the lease.
   */
  claim(publisher: string, lease: LeaseRequest): Promise<number | undefined>;
  /** Records that events up to a position are published, and renews the lease. @returns false if another owner holds it. */
  advance(publisher: string, position: number, lease: LeaseRequest): Promise<boolean>;
  /** Releases the lease if the owner holds it. */
  release(publisher: string, owner: string): Promise<void>;
  /** The positions of all publishers that were ever claimed, by name. */
  positions(): Promise<ReadonlyMap<string, number>>;
}
