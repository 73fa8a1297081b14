import type { EventFeed } from '#core/events/event-feed.ts';
import { eventBacklog } from '#core/events/event-gauges.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { describeGauges } from '#core/shared/gauge.ts';
import type { AnalyticsQueries } from './ports.ts';
import { shownOf } from './report-reader.ts';

type Deps = Readonly<{
  queries: Pick<AnalyticsQueries, 'generations'>;
  feed: EventFeed;
  clock: BusinessClock;
  /** Otherwise there are no values. */
  isOn: boolean;
}>;

/** How far the figures that are shown are behind the event feed. */
export const analyticsGauges = ({ queries, feed, clock, isOn }: Deps) =>
  describeGauges({
    gauges: {
      analytics_backlog: { help: 'Events that are not counted in the figures yet.' },
      analytics_backlog_oldest_seconds: { help: 'The age of the oldest event that is not counted yet.' },
    },
    async read() {
      if (!isOn) return { analytics_backlog: [], analytics_backlog_oldest_seconds: [] };
      const [generations, end] = await Promise.all([queries.generations(), feed.end()]);
      const position = shownOf(generations)?.position ?? 0;
      const { count, age } = await eventBacklog({ feed, clock }, { position, end });
      return { analytics_backlog: count, analytics_backlog_oldest_seconds: age };
    },
  });
