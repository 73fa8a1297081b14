import type { RelayedPublisher } from '#core/events/use-cases/relay-events.ts';
import type { Tracing } from '#core/shared/tracing.ts';

/** A publisher whose batches are spans, linked to those that recorded the events. */
export const makeTracedPublisher = (publisher: RelayedPublisher, tracing: Tracing): RelayedPublisher => ({
  ...publisher,
  publish(events) {
    const start = {
      name: `publish ${publisher.name}`,
      kind: 'producer',
      attributes: {
        'messaging.system': publisher.name,
        'messaging.operation.name': 'publish',
        'messaging.operation.type': 'send',
        'messaging.batch.message_count': events.length,
      },
      links: events.flatMap(({ traceParent }) => traceParent ?? []),
    } as const;
    return tracing.run(start, () => publisher.publish(events));
  },
});
