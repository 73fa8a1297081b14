/** Who works, and until when nobody else will. */
export type Lease = Readonly<{ owner: string; at: Date; until: Date }>;

/** How far each publisher has come in the feed; one process at a time sees to it. */
export interface PublisherOffsets {
  /**
   * Takes the turn of a publisher, unless another owner has it at that time.
   * @returns the place of the last event that it was given: at first 0, the beginning of all that is kept.
   */
  claim(publisher: string, turn: Lease): Promise<number | undefined>;
  /** Notes that it was given the events up to a place, and keeps the turn. @returns false if another has the turn now. */
  advance(publisher: string, position: number, turn: Lease): Promise<boolean>;
  /** Gives the turn back, if the owner has it. */
  release(publisher: string, owner: string): Promise<void>;
  /** Where all publishers stand that were ever claimed, by their names. */
  positions(): Promise<ReadonlyMap<string, number>>;
}
