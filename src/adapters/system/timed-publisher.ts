import { TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel';
import type { EventPublisher } from '#core/events/event-publisher.ts';

/** Longer than a publisher may take. */
const TIMEOUT_MS = 15_000;

/** A publisher whose `publish` ends in time even if it hangs, so that its events are published again. */
export const makeTimedPublisher = (
  publisher: EventPublisher,
  timeoutMs = TIMEOUT_MS,
): Pick<EventPublisher, 'name' | 'publish'> => {
  const limit = timeout(timeoutMs, TimeoutStrategy.Aggressive);
  return {
    name: publisher.name,
    async publish(events) {
      try {
        await limit.execute(() => publisher.publish(events));
      } catch (error) {
        if (!(error instanceof TaskCancelledError)) throw error;
        throw new Error(`The publisher did not settle within ${timeoutMs / 1000} s.`);
      }
    },
  };
};
