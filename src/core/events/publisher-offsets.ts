/** An owner's exclusive right to work until a time. */
export type Lease = Readonly<{ owner: string; at: Date; until: Date }>;

/** The offset of each publisher in the feed, leased by one process at a time. */
export interface PublisherOffsets {
  /**
   * Leases a publisher unless another owner has a valid lease.
   * @returns the position of the last published event; 0 at first.
   */
  claim(publisher: string, turn: Lease): Promise<number | undefined>;
  /** Advances the offset and renews the lease. @returns false if the lease was lost. */
  advance(publisher: string, position: number, turn: Lease): Promise<boolean>;
  /** Releases the owner's lease. */
  release(publisher: string, owner: string): Promise<void>;
  /** The offsets of all publishers by name. */
  positions(): Promise<ReadonlyMap<string, number>>;
}
