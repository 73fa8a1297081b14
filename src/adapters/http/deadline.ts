import { HttpRefusal } from './problem.ts';

const tooSlow = (): HttpRefusal =>
  new HttpRefusal(503, 'unavailable', 'The request took too long and was given up.', {
    headers: { 'Retry-After': '1' },
  });

/**
 * Gives a task so much time. It is told by `requireTime`, which throws, when the time is over: what it has not
 * committed by then is not committed at all.
 */
export const withDeadline = async <T>(
  milliseconds: number,
  task: (requireTime: () => void) => Promise<T>,
): Promise<T> => {
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      over = true;
      reject(tooSlow());
    }, milliseconds);
  });
  try {
    const work = task(() => {
      if (over) throw tooSlow();
    });
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
};
