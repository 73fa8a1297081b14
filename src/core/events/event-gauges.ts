import type { BusinessClock } from '#core/shared/clock.ts';
import { ageInSeconds, describeGauges, type GaugeValue } from '#core/shared/gauge.ts';
import type { EventFeed } from './event-feed.ts';
import type { PublisherOffsets } from './ports.ts';

/** The events that a consumer has not read. */
type EventBacklog = Readonly<{
  count: number;
  /** How old the first one is, in seconds; 0 without any. */
  age: number;
}>;

/** The events between a position and the end of the feed. */
export const eventBacklog = async (
  { feed, clock }: Pick<Deps, 'feed' | 'clock'>,
  { position, end }: Readonly<{ position: number; end: number }>,
): Promise<EventBacklog> => {
  const [oldest] = position < end ? await feed.after(position, { limit: 1 }) : [];
  return { count: Math.max(0, end - position), age: ageInSeconds(oldest?.occurredAt, clock.now()) };
};

type Deps = Readonly<{
  feed: EventFeed;
  publisherOffsets: PublisherOffsets;
  clock: BusinessClock;
  /** The enabled publishers: offsets of disabled ones are no backlog. */
  publishers: readonly string[];
}>;

/** The backlog of each publisher. */
export const eventGauges = ({ feed, publisherOffsets, clock, publishers }: Deps) => {
  const backlogOf = async (publisher: string, position: number, end: number) => ({
    labels: { publisher },
    ...(await eventBacklog({ feed, clock }, { position, end })),
  });

  return describeGauges({
    gauges: {
      event_backlog: { help: 'Events not published yet, by publisher.', labelNames: ['publisher'] },
      event_backlog_oldest_seconds: {
        help: 'The age of the oldest unpublished event, by publisher.',
        labelNames: ['publisher'],
      },
    },
    async read() {
      const [positions, end] = await Promise.all([publisherOffsets.positions(), feed.end()]);
      const backlogs = await Promise.all(publishers.map((name) => backlogOf(name, positions.get(name) ?? 0, end)));
      return {
        event_backlog: backlogs.map(({ labels, count: value }): GaugeValue => ({ labels, value })),
        event_backlog_oldest_seconds: backlogs.map(({ labels, age: value }): GaugeValue => ({ labels, value })),
      };
    },
  });
};
