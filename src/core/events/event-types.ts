import { CAPABILITIES, type EventType } from '#core/capabilities.ts';

/** The types of all events that are emitted. Publishers, webhooks and clients select events by them. */
export const EVENT_TYPES: readonly EventType[] = CAPABILITIES.flatMap(
  ({ eventTypes }): readonly EventType[] => eventTypes,
);

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
