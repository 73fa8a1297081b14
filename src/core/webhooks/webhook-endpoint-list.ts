import { describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import type { WebhookEndpointView } from './webhook-endpoint-view.ts';

/** The filters of the list of endpoints. */
export const endpointList = describeList<WebhookEndpointView>()({
  filters: idsFilter('Webhooks', 'wh'),
  ...newestFirst,
});
