import { HttpError } from '../responses/problem.ts';

const timeoutError = (): HttpError =>
  new HttpError(503, 'unavailable', 'The request took too long and was cancelled.', {
    headers: { 'Retry-After': '1' },
  });

/** Longer than the statement timeout: hardly any commit reaches it except one whose database connection is lost. */
const COMMIT_TIMEOUT_MS = 30_000;

/**
 * Runs a task with a deadline. The task calls `beginCommit` before its commit: it throws after the deadline, so that
 * nothing is committed any more; before it, it gives the commit `COMMIT_TIMEOUT_MS`, so that the response reports the
 * commit's outcome.
 */
export const withDeadline = async <T>(
  milliseconds: number,
  task: (beginCommit: () => void) => Promise<T>,
): Promise<T> => {
  let isTimedOut = false;
  let timer: NodeJS.Timeout | undefined;
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const startTimer = (time: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isTimedOut = true;
      reject(timeoutError());
    }, time);
  };
  startTimer(milliseconds);
  try {
    const work = task(() => {
      if (isTimedOut) throw timeoutError();
      startTimer(COMMIT_TIMEOUT_MS);
    });
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
};
