import type { BusinessClock } from '#core/shared/clock.ts';
import { describeGauges, type GaugeValue } from '#core/shared/gauge.ts';
import { eventBacklog } from './event-backlog.ts';
import type { EventFeed } from './event-feed.ts';
import type { PublisherOffsets } from './ports.ts';

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
