/** The earlier of two times; null is no time. */
export const earlier = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b < a) ? b : a);

/** The earliest of some times; null if there is none. */
export const earliest = (times: readonly (Date | null)[]): Date | null => times.reduce(earlier, null);

/** The earliest time of some rows after another; null if there is none. */
export const earliestAfter = <R>(after: Date, rows: readonly R[], timeOf: (row: R) => Date | null): Date | null =>
  earliest(rows.map(timeOf).filter((time) => time !== null && time > after));

/** The rows that are due at a time, the longest due first. */
export const dueRows = <R>(at: Date, rows: readonly R[], timeOf: (row: R) => Date | null): R[] => {
  const isDue = (time: Date | null): boolean => time !== null && time <= at;
  return rows.filter((row) => isDue(timeOf(row))).sort((a, b) => Number(timeOf(a)) - Number(timeOf(b)));
};
