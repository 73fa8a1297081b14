import type { EventFeed } from '#core/events/event-feed.ts';
import type { PublisherOffsets } from '#core/events/publisher-offsets.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { DeliveryQueue } from '../delivery-queue.ts';

/** The backlog of publishers and deliveries; ages in seconds, 0 without a backlog. */
export type Backlog = Readonly<{
  publishers: readonly Readonly<{ publisher: string; events: number; oldestSeconds: number }>[];
  deliveries: Readonly<{ pending: number; oldestSeconds: number }>;
}>;

export type ReadBacklog = () => Promise<Backlog>;

type Deps = Readonly<{
  feed: EventFeed;
  publisherOffsets: PublisherOffsets;
  queue: DeliveryQueue;
  clock: Clock;
  /** The enabled publishers: offsets of disabled ones are no backlog. */
  publishers: readonly string[];
}>;

export const makeReadBacklog = ({ feed, publisherOffsets, queue, clock, publishers }: Deps): ReadBacklog => {
  const age = (since: Date | undefined | null): number =>
    since ? Math.max(0, (clock.now().getTime() - since.getTime()) / 1000) : 0;

  const backlogOf = async (publisher: string, position: number, end: number) => {
    const [oldest] = position < end ? await feed.after(position, { limit: 1 }) : [];
    return { publisher, events: Math.max(0, end - position), oldestSeconds: age(oldest?.occurredAt) };
  };

  return async () => {
    const [positions, end, deliveries] = await Promise.all([publisherOffsets.positions(), feed.end(), queue.backlog()]);
    return {
      publishers: await Promise.all(publishers.map((name) => backlogOf(name, positions.get(name) ?? 0, end))),
      deliveries: { pending: deliveries.pending, oldestSeconds: age(deliveries.oldest) },
    };
  };
};
