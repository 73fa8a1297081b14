import { HttpError } from './problem.ts';

const timeoutError = (): HttpError =>
  new HttpError(503, 'unavailable', 'The request took too long and was cancelled.', {
    headers: { 'Retry-After': '1' },
  });

/** Exceeds the statement timeout, so that it ends only a commit whose database connection is lost. */
const COMMIT_TIMEOUT_MS = 30_000;

/**
 * Runs a task with a deadline. After it, `throwIfTimedOut` throws, so that nothing is committed any more. Its call before
 * the commit extends the deadline, so that the response reports the outcome of the commit.
 */
export const withDeadline = async <T>(
  milliseconds: number,
  task: (throwIfTimedOut: () => void) => Promise<T>,
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
