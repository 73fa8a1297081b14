import { randomUUID } from 'node:crypto';
import { ContainerModule } from 'inversify';
import { eventsRoutes } from '#adapters/http/events/routes.ts';
import { runPeriodically } from '#adapters/system/background-task.ts';
import { EVENT_RETENTION_DAYS } from '#core/events/event-feed.ts';
import type { EventPublisher } from '#core/events/event-publisher.ts';
import { makeRecentEvents } from '#core/events/recent-events.ts';
import { makeRelayEvents } from '#core/events/use-cases/relay-events.ts';
import { makeSubscribeToEvents } from '#core/events/use-cases/subscribe-to-events.ts';
import type { Signals } from '#core/shared/signals.ts';
import { periodicRemoval } from '../periodic-removal.ts';
import { TOKENS, type Worker } from '../tokens.ts';

/** The floor where no signal came. */
const RELAYED_MS = 500;

type RelayDeps = Omit<Parameters<typeof makeRelayEvents>[0], 'publisher'> & Readonly<{ signals: Signals }>;

/** Gives each publisher what happens, none waiting for another. */
const relayTo = (publishers: readonly EventPublisher[], { signals, ...deps }: RelayDeps): Worker => {
  const relays = publishers.map((publisher) => {
    const relay = makeRelayEvents({ ...deps, publisher });
    const repeated = runPeriodically(`relay to ${publisher.name}`, RELAYED_MS, relay.run, deps.log);
    signals.subscribe('events', repeated.wake);
    const stop = async (): Promise<void> => {
      relay.finish();
      const closed = publisher.close?.();
      await repeated.stop();
      await relay.stop();
      await closed;
    };
    return { start: repeated.start, stop };
  });
  return {
    start() {
      for (const { start } of relays) start();
    },
    stop: async () => void (await Promise.all(relays.map(({ stop }) => stop()))),
  };
};

/** What happened: the log of it, live and on its way to publishers. */
export const eventsModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.processName).toConstantValue(randomUUID());
    bind(TOKENS.onNews)
      .toResolvedValue(
        (signals) => {
          const listeners = new Set<() => void>();
          signals.subscribe('events', () => {
            for (const listener of listeners) listener();
          });
          return (listener: () => void) => {
            listeners.add(listener);
            return () => void listeners.delete(listener);
          };
        },
        [TOKENS.signals],
      )
      .inSingletonScope();
    bind(TOKENS.recentEvents)
      .toResolvedValue(
        // before any follower is told of news, so that the news are read
        (feed, clock, onNews) => makeRecentEvents({ feed, clock, onSignal: onNews }),
        [TOKENS.eventFeed, TOKENS.clock, TOKENS.onNews],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (publisherLists, feed, publisherOffsets, signals, clock, log, owner) =>
          relayTo(publisherLists.flat(), { feed, publisherOffsets, signals, clock, log, owner }),
        [
          { isMultiple: true, serviceIdentifier: TOKENS.eventPublishers },
          TOKENS.eventFeed,
          TOKENS.publisherOffsets,
          TOKENS.signals,
          TOKENS.clock,
          TOKENS.log,
          TOKENS.processName,
        ],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (feed, clock, log) => periodicRemoval('old events', { days: EVENT_RETENTION_DAYS, from: feed }, { clock, log }),
        [TOKENS.eventFeed, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.routes)
      .toResolvedValue(
        (queries, feed, tail, cursors) =>
          eventsRoutes({ queries, subscribeToEvents: makeSubscribeToEvents({ feed, tail }), cursors }),
        [TOKENS.eventQueries, TOKENS.eventFeed, TOKENS.recentEvents, TOKENS.cursors],
      )
      .inSingletonScope();
  });
