import type { Actor } from './actor.ts';
import type { Id } from './id.ts';
import { once } from './once.ts';
import { changedFields, type Resource } from './resource.ts';

/** A change of a resource, in the API's terms. */
export type DomainEvent = Readonly<{
  /** For example `product.updated`. */
  type: string;
  resourceId: Id;
  /** The resource's version after the change. */
  resourceVersion: number;
  /** The resource as the API shows it. */
  data: object;
  /** The previous values of the changed fields, as the API showed them. */
  previous: object;
  occurredAt: Date;
  /** Whether it is the first event of its resource. */
  isFirst?: true;
}>;

/** Who caused an event: a user with a session or a mailed token, an API key, or the service itself. */
export type EventActor = Readonly<{
  type: 'user' | 'api_key' | 'system';
  /** Null for the service, and once the user was erased. */
  id: string | null;
}>;

export const eventActorOf = ({ kind, userId, credentialId }: Actor): EventActor => {
  if (kind === 'api_key' || kind === 'publishable_key') return { type: 'api_key', id: credentialId };
  return userId === null ? { type: 'system', id: null } : { type: 'user', id: userId };
};

/** The values of erased fields by name: what the API shows for absence. */
export type ErasedFields = Readonly<Record<string, null | readonly [] | Readonly<Record<string, null>>>>;

/** The event log, written in the transaction of the change. */
export interface EventLog {
  /** Appends events that an actor caused, in order; each gets an id and the next `sequence` of its resource. */
  append(actor: Actor, ...events: readonly DomainEvent[]): Promise<void>;
  /** The types appended in this transaction, in order. */
  readonly appendedTypes: readonly string[];
  /** The fields of a resource that changed since a version. */
  changedFields(resourceId: Id, sinceVersion: number): Promise<readonly string[]>;
  /** Permanently replaces fields in the data and previous values of resources' events by the given values. */
  erase(resourceIds: readonly Id[], blank: ErasedFields): Promise<void>;
  /** Removes the id of a user as the actor of events, permanently. */
  eraseActor(userId: Id<'usr'>): Promise<void>;
}

/** The part of a transaction that announces changes. */
export type EventsTx = Readonly<{ events: EventLog }>;

/**
 * The event factory of a resource type, from its name and view. The values are computed when they are read: of the
 * changes of a product in an import, only the last one's are.
 */
export const eventsOf = <R extends Resource>(name: string, view: (resource: R) => object) => ({
  created: (resource: R): DomainEvent => ({
    type: `${name}.created`,
    resourceId: resource.id,
    resourceVersion: resource.version,
    get data() {
      return view(resource);
    },
    previous: {},
    occurredAt: resource.createdAt,
    isFirst: true,
  }),

  /** A change by a step such as `updated`. */
  changed: (step: string, before: R, after: R): DomainEvent => {
    const data = once(() => view(after));
    return {
      type: `${name}.${step}`,
      resourceId: after.id,
      resourceVersion: after.version,
      get data() {
        return data();
      },
      get previous() {
        return previousValues(view(before), data());
      },
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

/** The previous values of the fields that differ. */
const previousValues = (before: object, after: object): object => {
  const fields = changedFields(before, after);
  return Object.fromEntries(Object.entries(before).filter(([field]) => fields.includes(field)));
};
