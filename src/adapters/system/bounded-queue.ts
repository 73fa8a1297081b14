import { unavailable } from '#core/shared/domain-error.ts';

/**
 * Limits the concurrency of tasks and queues the others in order.
 * @throws DomainError `unavailable` when the queue is full.
 */
export const makeBoundedQueue = ({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw unavailable('The service is overloaded. Try again.');
      // a finished task passes its slot on
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
