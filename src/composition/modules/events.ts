import { eventsRoutes } from '#adapters/http/events/routes.ts';
import { type PeriodicTask, removalTask, untilEmpty } from '#adapters/system/periodic-task.ts';
import { makeTimedPublisher } from '#adapters/system/timed-publisher.ts';
import { makeTracedPublisher } from '#adapters/system/traced-publisher.ts';
import { EVENT_RETENTION_DAYS } from '#core/events/event-feed.ts';
import { eventGauges } from '#core/events/event-gauges.ts';
import type { EventPublisher } from '#core/events/ports.ts';
import { makeOnNews, makeRecentEvents } from '#core/events/recent-events.ts';
import { makeRelayEvents } from '#core/events/use-cases/relay-events.ts';
import { makeSubscribeToEvents } from '#core/events/use-cases/subscribe-to-events.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, every, provide } from '../injection.ts';
import { EVENTS } from '../tokens/events.ts';
import { HTTP } from '../tokens/http.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

/** The poll interval where no signal comes. */
const POLL_INTERVAL_MS = 500;

type RelayDeps = Omit<Parameters<typeof makeRelayEvents>[0], 'publisher'> & Readonly<{ tracing: Tracing | undefined }>;

/** Relays the feed to one publisher. Each publisher has its own task, so that none waits for another. */
const relayTask = (publisher: EventPublisher, { tracing, ...deps }: RelayDeps): PeriodicTask => {
  const timed = makeTimedPublisher(publisher);
  const relayed = tracing === undefined ? timed : makeTracedPublisher(timed, tracing);
  const relay = makeRelayEvents({ ...deps, publisher: relayed });
  let closed: Promise<void> | undefined;
  return {
    name: `relay to ${publisher.name}`,
    intervalMs: POLL_INTERVAL_MS,
    run: relay.run,
    wakeOn: 'events',
    beforeStop() {
      relay.finish();
      closed = publisher.close?.();
    },
    afterStop: () => relay.stop().then(() => closed),
  };
};

const { clock, systemClock, log, tracing, processName: owner } = SYSTEM;
const { eventFeed: feed, publisherOffsets } = STORAGE;
const lists = every(EVENTS.publishers);

/** The event log, the live stream and the relay to publishers. */
export const eventsModule: readonly Binding[] = [
  provide(EVENTS.onNews, { signals: STORAGE.signals }, makeOnNews),
  provide(EVENTS.recentEvents, { feed, clock, systemClock, onSignal: EVENTS.onNews }, makeRecentEvents),
  provide(BACKGROUND.processServices, { feed }, (deps) => [
    {
      name: 'event sequencing',
      intervalMs: POLL_INTERVAL_MS,
      run: untilEmpty(() => deps.feed.assignPositions()),
      wakeOn: 'appended_events' as const,
    },
  ]),
  provide(
    BACKGROUND.workers,
    { lists, feed, publisherOffsets, systemClock, log, tracing, owner },
    ({ lists, ...deps }) => [
      ...lists.flat().map((publisher) => relayTask(publisher, deps)),
      removalTask('old events', { days: EVENT_RETENTION_DAYS, from: deps.feed, systemClock: deps.systemClock }),
    ],
  ),
  provide(HTTP.gauges, { lists, feed, publisherOffsets, clock }, ({ lists, ...deps }) =>
    eventGauges({ ...deps, publishers: lists.flat().map(({ name }) => name) }),
  ),
  provide(
    HTTP.routes,
    { queries: STORAGE.eventQueries, feed, tail: EVENTS.recentEvents, cursors: HTTP.cursors },
    ({ queries, cursors, ...deps }) =>
      eventsRoutes({ queries, cursors, subscribeToEvents: makeSubscribeToEvents(deps) }),
  ),
];
