import { createdFilters, describeList, type FilterOf, idsFilter, newestFirst } from '#core/shared/list.ts';
import { EventPattern } from './event-types.ts';
import type { EventView } from './event-view.ts';

/** The filters of the event list. */
export const eventList = describeList<EventView>()({
  filters: {
    type: {
      kind: 'any_of',
      field: 'type',
      format: {
        type: 'choice',
        values: EventPattern.all(),
        message: 'must be a type of event such as order.paid, or payment.*, or *',
      },
      maxItems: 50,
      documentsSingle: true,
      expand: EventPattern.types,
      description:
        'Events of this type: `order.paid`, or `payment.*` for all of payments. Repeat it for several types.',
      example: 'payment.*',
    },
    resource_id: {
      kind: 'equals',
      field: 'resource_id',
      format: { type: 'text', maxLength: 60 },
      description: 'Events of the resource with this id.',
    },
    ...idsFilter('Events', 'evt'),
    ...createdFilters('Events'),
  },
  ...newestFirst,
});

export type EventFilter = FilterOf<typeof eventList>;
