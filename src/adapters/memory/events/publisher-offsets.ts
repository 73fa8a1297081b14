import type { Lease, PublisherOffsets } from '#core/events/publisher-offsets.ts';

type Progress = { position: number; owner: string | null; until: Date };

export class MemoryPublisherOffsets implements PublisherOffsets {
  readonly #progress = new Map<string, Progress>();

  async claim(publisher: string, { owner, at, until }: Lease): Promise<number | undefined> {
    const before = this.#progress.get(publisher) ?? { position: 0, owner: null, until: at };
    if (before.owner !== null && before.owner !== owner && before.until > at) return undefined;
    this.#progress.set(publisher, { ...before, owner, until });
    return before.position;
  }

  async advance(publisher: string, position: number, { owner, until }: Lease): Promise<boolean> {
    const before = this.#progress.get(publisher);
    if (before?.owner !== owner) return false;
    this.#progress.set(publisher, { position: Math.max(before.position, position), owner, until });
    return true;
  }

  async release(publisher: string, owner: string): Promise<void> {
    const before = this.#progress.get(publisher);
    if (before?.owner === owner) this.#progress.set(publisher, { ...before, owner: null });
  }

  async positions(): Promise<ReadonlyMap<string, number>> {
    return new Map([...this.#progress].map(([publisher, { position }]) => [publisher, position]));
  }
}
