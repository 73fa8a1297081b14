import type { Id } from './id.ts';
import { isSameValue } from './same-value.ts';

/** Something that happened to a resource, in the words of the API. */
export type DomainEvent = Readonly<{
  /** Such as `product.updated`. */
  type: string;
  resourceId: Id;
  /** The version that the resource has after it. */
  resourceVersion: number;
  /** The resource as the API shows it. */
  data: object;
  /** The changed fields' old values, as the API showed them. */
  previous: object;
  occurredAt: Date;
}>;

/** The record of all that happened, written in the transaction of what it tells. */
export interface EventLog {
  /** Records events in this order; each gets its id and the next `sequence` of its resource. */
  append(...events: readonly DomainEvent[]): Promise<void>;
  /** The types appended in this transaction, in order. */
  readonly appended: readonly string[];
  /** The names of the fields that changed in a resource after it had a version. */
  changedFields(resourceId: Id, sinceVersion: number): Promise<readonly string[]>;
  /** Makes these fields null in the data of a resource's events, and in what they tell of before, for good. */
  erase(resourceId: Id, fields: readonly string[]): Promise<void>;
}

/** The old values of what differs between two views of a resource, left aside what every change touches. */
export const previousValues = (before: object, after: object): object =>
  Object.fromEntries(
    Object.entries(before).filter(([field, value]) => {
      if (field === 'version' || field === 'updated_at') return false;
      return !isSameValue(value, (after as Record<string, unknown>)[field]);
    }),
  );
