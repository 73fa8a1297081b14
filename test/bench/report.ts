/** The measured rounds of an item, and those of its reference. */
export type Row = readonly [name: string, ours: readonly number[], others: readonly number[]];

/** A table of ratios: of the medians, and the range of the single rounds. */
export const report = (what: string, rows: readonly Row[]): string => {
  const cells = rows.map(([name, ours, others]) => {
    const rounds = ours.map((value, round) => value / (others[round] ?? Number.NaN));
    const range = `${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)}`;
    return [name, medianRatio(ours, others).toFixed(2), range];
  });
  const width = Math.max(...cells.map(([name = '']) => name.length));
  const lines = [['', what, 'single rounds'], ...cells].map(([name = '', ratio = '', range = '']) =>
    [name.padEnd(width), ratio.padStart(what.length), range].join('   '),
  );
  return ['', ...lines, ''].join('\n');
};

/** The ratio of the medians. */
export const medianRatio = (ours: readonly number[], others: readonly number[]): number =>
  median(ours) / median(others);

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};
