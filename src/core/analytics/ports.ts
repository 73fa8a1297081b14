import type { EventType } from '#core/capabilities.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import type { SubscriptionMovementRepository } from '#core/subscriptions/ports.ts';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import type { Dimension, Entry, FiguresCurrency } from './entry.ts';
import type { Measure, Values } from './measures.ts';
import type { KeyedDimension } from './metrics.ts';
import type { Occurrence } from './occurrence.ts';
import type { Rollup, Segment } from './rollup.ts';
import type { FiguresRow, RowOrder } from './row-order.ts';
import type { EarlierPurchases, Purchase, Sale, SoldLabel } from './sale.ts';

/** A resource whose rows add to the figures. */
export type SubjectId = PayableId | SubscriptionId;

/** The events after which a subject may add something else to the figures. A new order has no money yet; a free one is paid. */
export const COUNTED_EVENTS: readonly EventType[] = [
  'order.paid',
  'order.updated',
  'order.cancelled',
  'payment.authorized',
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
  'payment.refund_failed',
  'payment.updated',
  'dispute.opened',
  'dispute.closed',
  'invoice.updated',
  'invoice.paid',
  'return.updated',
  'withdrawal.updated',
  'subscription.created',
  'subscription.updated',
  'subscription.renewed',
  'subscription.past_due',
  'subscription.cancelled',
  'subscription.paused',
  'subscription.resumed',
  'subscription.out_of_stock',
  'user.deleted',
];

/**
 * A complete set of figures. A new one is built beside the current one when the figures are rebuilt, and replaces it.
 * Each follows the event feed on its own.
 */
export type Generation = Readonly<{
  number: number;
  /** In which its days and months start. */
  timeZone: string;
  /** `retired`: its rows are being removed. */
  status: 'building' | 'current' | 'retired';
  /** The position in the event feed up to which changes are counted. */
  position: number;
  /** While it is built: the last subject that was counted; null at the beginning. */
  lastSubject: SubjectId | null;
  /** While it is built: how many subjects were counted. */
  counted: number;
}>;

/** What changes in a generation. */
export type Counted = Readonly<{
  entries: ReadonlyMap<SubjectId, readonly Entry[]>;
  /** Those of the subjects that have entries already. */
  replaced: readonly SubjectId[];
  changes: readonly Rollup[];
  labels: readonly SoldLabel[];
}>;

/**
 * Writes the figures. A transaction locks a generation before it writes its rows, except the generation of occurrences, to
 * which several may add at once.
 */
export interface AnalyticsRepository {
  /** All generations, without a lock. */
  generations(): Promise<readonly Generation[]>;
  /** Adds a generation with the status `building`, at the end of the event feed, unless one has that status. */
  begin(timeZone: string): Promise<void>;
  /** Locks a generation until the transaction ends; undefined if another transaction has it, or it is gone. */
  claim(number: number): Promise<Generation | undefined>;
  saveGeneration(generation: Generation): Promise<void>;
  /**
   * The subjects of some events after a position, each once, and only those of `COUNTED_EVENTS`; `position` is that of the
   * last of these events.
   */
  changedAfter(
    position: number,
    limit: number,
  ): Promise<Readonly<{ subjects: readonly SubjectId[]; position: number }>>;
  /** Some subjects after another, by their ids. */
  subjectsAfter(subject: SubjectId | null, limit: number): Promise<readonly SubjectId[]>;
  /** The orders and invoices with their movements; those that are gone are left out. */
  sales(ids: readonly PayableId[]): Promise<readonly Sale[]>;
  /**
   * Saves the purchase of each order in a generation, or removes it if the order does not count. @returns the other orders
   * whose earlier purchases have changed.
   */
  savePurchases(generation: number, purchases: ReadonlyMap<OrderId, Purchase | undefined>): Promise<readonly OrderId[]>;
  /** What the buyer of each order bought before it. */
  earlierPurchases(generation: number, ids: readonly OrderId[]): Promise<ReadonlyMap<OrderId, EarlierPurchases>>;
  /** The entries of subjects as they are counted in a generation. */
  entries(generation: number, subjects: readonly SubjectId[]): Promise<ReadonlyMap<SubjectId, readonly Entry[]>>;
  /** Replaces the entries of subjects in a generation, and adds to its rollups. A rollup without values is removed. */
  count(generation: number, counted: Counted): Promise<void>;
  /** Removes and returns some recorded occurrences that no other transaction takes. */
  takeOccurrences(limit: number): Promise<readonly Occurrence[]>;
  /** Removes some rows of a generation, and at last the generation. @returns whether rows are left. */
  removeSome(generation: number): Promise<boolean>;
}

/** Dimensions whose keys are ids. */
export type LabelledDimension = Extract<Dimension, 'product' | 'product_parent' | 'category' | 'user'>;

/** Dimensions in which a key may cover others. */
export type CoveringDimension = Extract<Dimension, 'product' | 'category'>;

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
  /**
   * Some keys with those that they cover: a product covers its variants, also those that were sold and are deleted, and a
   * category those below it.
   */
  coveredKeys(dimension: CoveringDimension, keys: readonly string[]): Promise<readonly string[]>;
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

/** The part of a transaction that the use cases of analytics need. */
export type AnalyticsTx = Readonly<{
  analytics: AnalyticsRepository;
  subscriptionMovements: SubscriptionMovementRepository;
}>;
