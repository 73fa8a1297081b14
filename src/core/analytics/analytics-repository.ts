import type { EventType } from '#core/capabilities.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import type { Entry } from './entry.ts';
import type { Occurrence } from './occurrence.ts';
import type { EarlierPurchases, Purchase } from './purchase.ts';
import type { Rollup } from './rollup.ts';
import type { Sale } from './sale.ts';
import type { SoldLabel } from './sale-labels.ts';

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
