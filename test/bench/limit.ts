import type { Running } from './processes.ts';

/** A measured value and its upper limit. */
export type Measured = Readonly<{ name: string; value: number; limit: number; unit: string }>;

/** A service under attack. */
export type Target = Readonly<{ service: Running; key: string; databaseUrl: string }>;

export const isKept = ({ value, limit }: Measured): boolean => value <= limit;

/** A table of measured values with their limits. */
export const limitsTable = (measured: readonly Measured[]): string => {
  const width = Math.max(...measured.map(({ name }) => name.length));
  const lines = measured.map((each) => {
    const { name, value, limit, unit } = each;
    return `${name.padEnd(width)}  ${value.toFixed(0).padStart(7)} of ${limit} ${unit}${isKept(each) ? '' : '  EXCEEDED'}`;
  });
  return ['', ...lines, ''].join('\n');
};
