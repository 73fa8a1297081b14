import type { BusinessClock } from '#core/shared/clock.ts';
import { ageInSeconds } from '#core/shared/gauge.ts';
import type { EventFeed } from './event-feed.ts';

/** The events that a consumer has not read. */
type EventBacklog = Readonly<{
  count: number;
  /** How old the first one is, in seconds; 0 without any. */
  age: number;
}>;

type Deps = Readonly<{ feed: EventFeed; clock: BusinessClock }>;

/** The events between a position and the end of the feed. */
export const eventBacklog = async (
  { feed, clock }: Deps,
  { position, end }: Readonly<{ position: number; end: number }>,
): Promise<EventBacklog> => {
  const [oldest] = position < end ? await feed.after(position, { limit: 1 }) : [];
  return { count: Math.max(0, end - position), age: ageInSeconds(oldest?.occurredAt, clock.now()) };
};
