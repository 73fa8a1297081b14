import type { Values } from './measures.ts';
import { Formula } from './metrics.ts';

/** A part of figures: those of a key and of an interval, by its position. */
export type FiguresRow = Readonly<{ key: string; interval: number; values: Values }>;

/**
 * An order of rows: by a figure, where none is last, by their interval, or by their key. Equal ones are in the order of
 * their intervals, those of an interval by the figure, the largest first, and then by their keys.
 */
export type RowOrder = Readonly<{ by: 'figure' | 'interval' | 'key'; isDescending: boolean; figure: Formula }>;

/** Quotients are compared to this fraction, truncated, so that every storage compares alike. */
export const QUOTIENT_PARTS = 1_000_000n;

export const compareRows = ({ by, isDescending, figure }: RowOrder) => {
  const sign = isDescending ? -1 : 1;
  const compareFigures = (a: FiguresRow, b: FiguresRow, direction: number): number => {
    const [left, right] = [orderValue(figure, a), orderValue(figure, b)];
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
    return left === right ? 0 : left < right ? -direction : direction;
  };
  const compareFirst = (a: FiguresRow, b: FiguresRow): number => {
    if (by === 'figure') return compareFigures(a, b, sign);
    return sign * (by === 'interval' ? a.interval - b.interval : compareTexts(a.key, b.key));
  };
  return (a: FiguresRow, b: FiguresRow): number =>
    compareFirst(a, b) || a.interval - b.interval || compareFigures(a, b, -1) || compareTexts(a.key, b.key);
};

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const orderValue = ({ of, over }: Formula, { values }: FiguresRow): bigint | null => {
  const part = Formula.sum(of, values);
  if (over === undefined) return part;
  const whole = Formula.sum(over, values);
  return whole === 0n ? null : (part * QUOTIENT_PARTS) / whole;
};
