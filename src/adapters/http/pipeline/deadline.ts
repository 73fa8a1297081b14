import { HttpError } from './problem.ts';

const tooSlow = (): HttpError =>
  new HttpError(503, 'unavailable', 'The request took too long and was cancelled.', {
    headers: { 'Retry-After': '1' },
  });

/** The limit for a running commit: longer than its statements may take, so only a lost storage exceeds it. */
const COMMIT_MS = 30_000;

/**
 * Runs a task with a deadline. After it, `requireTime` throws, so that nothing is committed any more; a commit that has
 * begun is awaited, so that the response reports its outcome.
 */
export const withDeadline = async <T>(
  milliseconds: number,
  task: (requireTime: () => void) => Promise<T>,
): Promise<T> => {
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const allow = (time: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      over = true;
      reject(tooSlow());
    }, time);
  };
  allow(milliseconds);
  try {
    const work = task(() => {
      if (over) throw tooSlow();
      allow(COMMIT_MS);
    });
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
};
