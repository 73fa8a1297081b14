// Why: docs/decisions/0024-event-access.md

import { Scope } from '#core/access/scope.ts';
import { CAPABILITIES, type EventType } from '#core/capabilities.ts';
import type { Actor } from '#core/shared/actor.ts';

/** The types of all events that are emitted. Publishers, webhooks and clients select events by them. */
export const EVENT_TYPES: readonly EventType[] = CAPABILITIES.flatMap(
  ({ eventTypes }): readonly EventType[] => eventTypes,
);

/** The scope that each type requires: that of its resource. */
const SCOPE_OF: ReadonlyMap<string, Scope> = new Map(
  CAPABILITIES.flatMap(({ eventTypes, eventScope }): [string, Scope][] =>
    eventScope === null ? [] : eventTypes.map((type) => [type, eventScope]),
  ),
);

/** What the holders of scopes may read of the events. A type that no capability declares is for `*` alone. */
export const EventAccess = {
  mayRead: (held: ReadonlySet<string>, type: string): boolean => Scope.covers(held, SCOPE_OF.get(type) ?? '*'),

  /**
   * The requested types that an actor may read, all if none are requested; undefined for no restriction.
   * @throws DomainError `insufficient_scope` if some are requested and none of them may be read.
   */
  readable: (actor: Actor, requested: readonly string[] | undefined): readonly string[] | undefined => {
    const all = requested ?? EVENT_TYPES;
    const readable = all.filter((type) => EventAccess.mayRead(actor.scopes, type));
    if (readable.length === 0 && requested !== undefined) {
      EventAccess.requireAll(actor, requested, 'Reading these events');
    }
    return readable.length === all.length ? requested : readable;
  },

  /** @throws DomainError `insufficient_scope` unless the actor may read all of the types. */
  requireAll: (actor: Actor, types: readonly string[], purpose: string): void =>
    Scope.requireAll(actor, new Set(types.map((type) => SCOPE_OF.get(type) ?? '*')), purpose),
};

/** A selection of types: `*` for all, `payment.*` for all of payments, or one type. */
export const EventPattern = {
  /** The types that a pattern selects; none if it is no pattern, or one of a capability that is not installed. */
  types: (pattern: string): readonly EventType[] => {
    if (pattern === '*') return EVENT_TYPES;
    const start = pattern.endsWith('.*') ? pattern.slice(0, -1) : undefined;
    return EVENT_TYPES.filter((type) => type === pattern || (start !== undefined && type.startsWith(start)));
  },

  /** Every pattern that selects a type. */
  all: (): readonly string[] => ['*', ...new Set(EVENT_TYPES.map((type) => `${type.split('.')[0]}.*`)), ...EVENT_TYPES],
};
