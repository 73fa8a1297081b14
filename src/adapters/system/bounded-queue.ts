import { unavailable } from '#core/shared/domain-error.ts';

/**
 * Runs so many tasks at once, the others in the order they came.
 * @throws DomainError `unavailable` when as many wait as may.
 */
export const makeBoundedQueue = ({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw unavailable('There is too much to do right now.');
      // whoever ends hands over their place
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
