// Why: docs/decisions/0019-concurrency-libraries.md

import pLimit from 'p-limit';
import { unavailable } from '#core/shared/domain-error.ts';

/**
 * Limits the concurrency of tasks and queues the others in order.
 * @throws DomainError `unavailable` when the queue is full.
 */
export const makeBoundedQueue = ({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) => {
  const limit = pLimit(atOnce);
  return async <T>(task: () => Promise<T>): Promise<T> => {
    const isFull = limit.activeCount >= atOnce && limit.pendingCount >= mostWaiting;
    if (isFull) throw unavailable('The service is overloaded. Try again.');
    return limit(task);
  };
};
