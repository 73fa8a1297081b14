import { type TaggedRoute, tagged } from '../routing/route.ts';
import { type EventOperationsDeps, followEvents, getEvent, listEvents } from './event-operations.ts';

/** `/api/events/stream` comes before `/api/events/{id}`, which would match it too. */
export const eventsRoutes = (deps: EventOperationsDeps): TaggedRoute[] =>
  tagged('Events', [listEvents(deps), followEvents(deps), getEvent(deps)]);
