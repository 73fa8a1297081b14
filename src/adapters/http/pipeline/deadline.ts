import { HttpRefusal } from './problem.ts';

const tooSlow = (): HttpRefusal =>
  new HttpRefusal(503, 'unavailable', 'The request took too long and was given up.', {
    headers: { 'Retry-After': '1' },
  });

/** For a commit that is under way: more than its statements may take, so that only a storage that is gone exceeds it. */
const COMMIT_MS = 30_000;

/**
 * Gives a task so much time. It is told by `requireTime`, which throws, when the time is over: what it has not begun to
 * commit by then is not committed at all. A commit that has begun is waited for, so that the answer tells its outcome.
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
