/** The earlier of two times; null is no time. */
export const earlier = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b < a) ? b : a);

/** The earliest of some times after another; null if there is none. */
export const earliestAfter = (after: Date, times: Iterable<Date | null>): Date | null => {
  let next: Date | null = null;
  for (const time of times) if (time !== null && time > after) next = earlier(time, next);
  return next;
};
