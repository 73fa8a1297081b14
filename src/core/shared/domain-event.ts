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

/** What fields say once they were erased, by their names: what the API shows where there is nothing. */
export type ErasedFields = Readonly<Record<string, null | readonly [] | Readonly<Record<string, never>>>>;

/** The record of all that happened, written in the transaction of what it tells. */
export interface EventLog {
  /** Records events in this order; each gets its id and the next `sequence` of its resource. */
  append(...events: readonly DomainEvent[]): Promise<void>;
  /** The types appended in this transaction, in order. */
  readonly appended: readonly string[];
  /** The names of the fields that changed in a resource after it had a version. */
  changedFields(resourceId: Id, sinceVersion: number): Promise<readonly string[]>;
  /**
   * Empties fields in the data of some resources' events, and in what they tell of before, for good: each that is there
   * gets its value of `blank`.
   */
  erase(resourceIds: readonly Id[], blank: ErasedFields): Promise<void>;
}

type Resource = Readonly<{ id: Id; version: number; createdAt: Date; updatedAt: Date }>;

/** The events of resources that are called by a name, as a view shows them. */
export const eventsOf = <R extends Resource>(name: string, view: (resource: R) => object) => ({
  created: (resource: R): DomainEvent => ({
    type: `${name}.created`,
    resourceId: resource.id,
    resourceVersion: resource.version,
    data: view(resource),
    previous: {},
    occurredAt: resource.createdAt,
  }),

  /** The resource is another than before by a step such as `updated`. */
  changed: (step: string, before: R, after: R): DomainEvent => {
    const data = view(after);
    return {
      type: `${name}.${step}`,
      resourceId: after.id,
      resourceVersion: after.version,
      data,
      previous: previousValues(view(before), data),
      occurredAt: after.updatedAt,
    };
  },

  deleted: (resource: R, at: Date, data = view(resource)): DomainEvent => ({
    type: `${name}.deleted`,
    resourceId: resource.id,
    resourceVersion: resource.version + 1,
    data,
    previous: {},
    occurredAt: at,
  }),
});

/** The old values of what differs between two views of a resource, left aside what every change touches. */
const previousValues = (before: object, after: object): object =>
  Object.fromEntries(
    Object.entries(before).filter(([field, value]) => {
      if (field === 'version' || field === 'updated_at') return false;
      return !isSameValue(value, (after as Record<string, unknown>)[field]);
    }),
  );
