import type { Signals } from '#core/shared/signals.ts';

/** Subscribes to "there may be new events". The returned function unsubscribes. */
export type OnNews = (listener: () => void) => () => void;

/** One subscription to the storage's signals for any number of listeners that come and go. */
export const makeOnNews = ({ signals }: Readonly<{ signals: Signals }>): OnNews => {
  const listeners = new Set<() => void>();
  signals.subscribe('events', () => {
    for (const listener of listeners) listener();
  });
  return (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
};
