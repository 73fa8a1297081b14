import { TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel';
import type { EventPublisher } from '#core/events/ports.ts';
import type { RelayedPublisher } from '#core/events/use-cases/relay-events.ts';

/** Longer than a publisher may take. */
const TIMEOUT_MS = 15_000;

/** A publisher whose calls end in time even if it hangs, so that its events are published again. */
export const makeTimedPublisher = (publisher: EventPublisher, timeoutMs = TIMEOUT_MS): RelayedPublisher => {
  const limit = timeout(timeoutMs, TimeoutStrategy.Aggressive);
  const inTime = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await limit.execute(call);
    } catch (error) {
      if (!(error instanceof TaskCancelledError)) throw error;
      throw new Error(`The publisher did not settle within ${timeoutMs / 1000} s.`);
    }
  };
  return {
    name: publisher.name,
    types: () => inTime(async () => publisher.types?.()),
    publish: (events) => inTime(() => publisher.publish(events)),
  };
};
