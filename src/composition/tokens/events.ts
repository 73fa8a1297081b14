import type { EventPublisher } from '#core/events/event-publisher.ts';
import type { RecentEvents } from '#core/events/recent-events.ts';
import { token } from '../injection.ts';

export const EVENTS = {
  /** Each publisher receives all events; each module that has publishers binds its own list. */
  publishers: token<EventPublisher[]>('EventPublishers'),
  recentEvents: token<RecentEvents>('RecentEvents'),
  /** Subscribes to "there may be new events" and returns the function that unsubscribes. */
  onNews: token<(listener: () => void) => () => void>('OnNews'),
};
