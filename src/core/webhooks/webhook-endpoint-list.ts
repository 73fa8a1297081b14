import { describeList, type FilterOf, idsFilter, newestFirst } from '#core/shared/list.ts';
import type { WebhookEndpointView } from './webhook-endpoint-view.ts';

/** What lists filter by and do not show. */
type Listed = WebhookEndpointView & Readonly<{ needs_attention: boolean }>;

/** The filters of the list of endpoints. */
export const endpointList = describeList<Listed>()({
  filters: {
    needs_attention: {
      kind: 'is',
      field: 'needs_attention',
      description:
        'Webhooks that somebody has to look at: whose last attempt failed, or that were disabled other than by request.',
    },
    ...idsFilter('Webhooks', 'wh'),
  },
  ...newestFirst,
});

export type EndpointFilter = FilterOf<typeof endpointList>;
