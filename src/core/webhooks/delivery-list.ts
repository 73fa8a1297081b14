import { describeList, type FilterOf, idsFilter } from '#core/shared/list.ts';
import { DELIVERY_STATUSES } from './delivery.ts';
import type { DeliveryView } from './delivery-view.ts';

/** The filters of an endpoint's delivery list, which is sorted by sequence, the last one first. */
export const deliveryList = describeList<DeliveryView>()({
  filters: {
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: DELIVERY_STATUSES },
      description: 'Deliveries with this status.',
      example: 'failed',
    },
    event_id: {
      kind: 'equals',
      field: 'event_id',
      format: { type: 'id', prefix: 'evt' },
      description: 'The delivery of this event.',
    },
    ...idsFilter('Deliveries', 'dlv'),
  },
  sorts: [],
  defaultSort: { by: 'sequence', descending: true },
});

export type DeliveryFilter = FilterOf<typeof deliveryList>;
