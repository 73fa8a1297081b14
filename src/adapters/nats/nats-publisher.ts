import { TimeoutStrategy, timeout } from 'cockatiel';
import type { FeedEvent } from '#core/events/event-feed.ts';
import type { EventPublisher } from '#core/events/ports.ts';
import { CLOUD_EVENTS_JSON, cloudEvent } from './cloud-event.ts';
import { makeNatsLink } from './nats-link.ts';

type Settings = Readonly<{
  /** `nats://user:password@host:4222` or `tls://…`; several of a cluster separated by commas. */
  url: string;
  /** The service's public URL, used as the `source` of events. */
  source: () => string;
}>;

/**
 * Longer than `ACKNOWLEDGEMENT_TIMEOUT_MS`, so that the error of a missing acknowledgement, which says more, can come first.
 * Well below the port's ten seconds.
 */
const PUBLISH_TIMEOUT_MS = 4_500;

/**
 * Publishes events to JetStream as CloudEvents on `commerce.<type>`. Connects with the first events, and again with the
 * next ones after a lost connection.
 */
export const makeNatsPublisher = ({ url, source }: Settings): EventPublisher => {
  const link = makeNatsLink(url);
  const withTimeout = timeout(PUBLISH_TIMEOUT_MS, TimeoutStrategy.Aggressive);
  const closing = new AbortController();

  const send = async (events: readonly FeedEvent[]): Promise<void> => {
    const [connection, { sendInOrder }] = await Promise.all([link.open(), import('./jetstream.ts')]);
    const sourceUrl = source();
    const messages = events.map((event) => ({
      id: event.id,
      subject: `commerce.${event.type}`,
      contentType: CLOUD_EVENTS_JSON,
      text: cloudEvent(event, sourceUrl),
      traceParent: event.traceParent,
    }));
    await sendInOrder(connection, messages);
  };

  return {
    name: 'nats',

    async publish(events) {
      if (events.length === 0) return;
      try {
        closing.signal.throwIfAborted();
        await withTimeout.execute(() => send(events), closing.signal);
      } catch (error) {
        // messages in flight on this connection must not arrive after those of the next call
        link.drop();
        const cause = closing.signal.reason ?? error;
        throw new Error(`NATS did not accept all events: ${cause.message}`, { cause });
      }
    },

    async close() {
      closing.abort(new Error('the publisher is closed'));
      link.drop();
    },
  };
};
