import type { PublisherOffsets } from '#core/events/ports.ts';
import { Lease, type LeaseRequest } from '#core/shared/lease.ts';

type Offset = Readonly<{ position: number; lease: Lease | null }>;

export class MemoryPublisherOffsets implements PublisherOffsets {
  readonly #offsets = new Map<string, Offset>();

  async claim(publisher: string, { owner, at, until }: LeaseRequest): Promise<number | undefined> {
    const { position, lease } = this.#offsets.get(publisher) ?? { position: 0, lease: null };
    if (!Lease.mayClaim(lease, { owner, at, until })) return undefined;
    this.#offsets.set(publisher, { position, lease: { owner, until } });
    return position;
  }

  async advance(publisher: string, position: number, { owner, until }: LeaseRequest): Promise<boolean> {
    const before = this.#offsets.get(publisher);
    if (before === undefined || !Lease.isHeldBy(before.lease, owner)) return false;
    this.#offsets.set(publisher, { position: Math.max(before.position, position), lease: { owner, until } });
    return true;
  }

  async release(publisher: string, owner: string): Promise<void> {
    const before = this.#offsets.get(publisher);
    if (Lease.isHeldBy(before?.lease, owner))
      this.#offsets.set(publisher, { position: before?.position ?? 0, lease: null });
  }

  async positions(): Promise<ReadonlyMap<string, number>> {
    return new Map([...this.#offsets].map(([publisher, { position }]) => [publisher, position]));
  }
}
