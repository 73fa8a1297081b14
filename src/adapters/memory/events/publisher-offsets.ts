import type { PublisherOffsets } from '#core/events/ports.ts';
import { Lease } from '#core/shared/lease.ts';

type Offset = Readonly<{ position: number; lease: Lease | null }>;

export const makePublisherOffsets = (): PublisherOffsets => {
  const offsets = new Map<string, Offset>();
  const offsetOf = (publisher: string): Offset => offsets.get(publisher) ?? { position: 0, lease: null };
  return {
    async claim(publisher, { owner, at, until }) {
      const { position, lease } = offsetOf(publisher);
      if (!Lease.mayClaim(lease, { owner, at, until })) return undefined;
      offsets.set(publisher, { position, lease: { owner, until } });
      return position;
    },

    async advance(publisher, position, { owner, until }) {
      const before = offsetOf(publisher);
      if (!Lease.isHeldBy(before.lease, owner)) return false;
      offsets.set(publisher, { position: Math.max(before.position, position), lease: { owner, until } });
      return true;
    },

    async release(publisher, owner) {
      const { position, lease } = offsetOf(publisher);
      if (Lease.isHeldBy(lease, owner)) offsets.set(publisher, { position, lease: null });
    },

    positions: async () => new Map([...offsets].map(([publisher, { position }]) => [publisher, position])),
  };
};
