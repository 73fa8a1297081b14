import type { Generation } from './analytics-repository.ts';
import type { Dimension, FiguresCurrency } from './entry.ts';
import type { Measure, Values } from './measures.ts';
import type { KeyedDimension } from './metrics.ts';
import type { FiguresRow, RowOrder } from './row-order.ts';
import type { Segment } from './segments.ts';

/** Dimensions whose keys are ids. */
export type LabelledDimension = Extract<Dimension, 'product' | 'category' | 'user'>;

/** The figures that are read: those of a dimension and a currency in parts of a range. */
export type FiguresQuery = Readonly<{
  generation: number;
  dimension: Dimension;
  currency: FiguresCurrency;
  segments: readonly Segment[];
}>;

/** Figures that are divided by key, by interval, or by both. */
type DividedQuery = Omit<FiguresQuery, 'dimension'> &
  Readonly<{
    by: KeyedDimension;
    /** The keys whose figures are read; null: all. */
    keys: readonly string[] | null;
    /** Whether each key has rows of its own; else all are added up, and the key of rows is `''`. */
    isByKey: boolean;
    /** When the intervals start. */
    starts: readonly Date[];
    /** Rows in which all of these are 0 are left out. */
    measures: readonly Measure[];
    order: RowOrder;
    limit: number;
  }>;

/** Whom an interval counts, each once, however much they bought. */
export type BuyerCounts = Readonly<{
  buyers: number;
  /** Of these, those whose first purchase is in the interval. */
  newBuyers: number;
  /** Of these, those who bought after their first purchase, whenever that was. */
  repeatBuyers: number;
  /** Of these, those with an account. */
  active: number;
}>;

export const NO_BUYERS: BuyerCounts = { buyers: 0, newBuyers: 0, repeatBuyers: 0, active: 0 };

/** A range that is divided at some times. */
type DividedRange = Readonly<{ from: Date; to: Date; starts: readonly Date[] }>;

/** The sums of a cohort for a month. */
export type CohortMonth = Readonly<{ cohort: string; month: Date; values: Values }>;

/** Reads of figures. Each result includes every commit of figures before the call. */
export interface AnalyticsQueries {
  /** All generations, the oldest first. */
  generations(): Promise<readonly Generation[]>;
  /** How many subjects a new generation has to count. */
  countSubjects(): Promise<number>;
  /** The names of products, categories or users by their ids; those in the newest order of what was deleted. */
  labels(dimension: LabelledDimension, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The sums of all keys by the index of their interval in `starts`. Intervals without figures are left out. */
  series(query: FiguresQuery & Readonly<{ starts: readonly Date[] }>): Promise<ReadonlyMap<number, Values>>;
  /** The keys with the largest sums of a measure, the largest first. */
  top(
    query: FiguresQuery & Readonly<{ by: Measure; limit: number }>,
  ): Promise<readonly Readonly<{ key: string; values: Values }>[]>;
  /** The sums by key and interval, in an order. Rows have the measures of the dimension's metrics. */
  divide(query: DividedQuery): Promise<readonly FiguresRow[]>;
  /** The buyers of a range, and of its intervals by their index in `starts`. Intervals without buyers are left out. */
  buyers(
    generation: number,
    range: DividedRange,
  ): Promise<Readonly<{ total: BuyerCounts; intervals: ReadonlyMap<number, BuyerCounts> }>>;
  /** The created accounts of customers, erased ones included, by the index of their interval. Zeros are left out. */
  signUps(range: DividedRange): Promise<ReadonlyMap<number, number>>;
  /** The sums of cohorts from one to another, such as `2026-01` and `2026-12`, by month. */
  cohorts(
    query: Readonly<{ generation: number; currency: FiguresCurrency; first: string; last: string }>,
  ): Promise<readonly CohortMonth[]>;
  /**
   * How many active products with a price in the currency have no units: without parents, whose variants are sold. Costs
   * as much as the sums of all products and a look at each product: 1.3 seconds for a million products of which 100,000
   * are sold in each of 12 months, 0.6 seconds if none is.
   */
  countUnsoldProducts(query: Omit<FiguresQuery, 'dimension'>): Promise<number>;
}
