import type { EventPublisher } from '#core/events/ports.ts';
import type { OnNews, RecentEvents } from '#core/events/recent-events.ts';
import { token } from '../injection.ts';

export const EVENTS = {
  /** Each publisher receives all events; each module that has publishers binds its own list. */
  publishers: token<EventPublisher[]>('EventPublishers'),
  recentEvents: token<RecentEvents>('RecentEvents'),
  onNews: token<OnNews>('OnNews'),
};
