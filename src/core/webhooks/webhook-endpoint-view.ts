import { describeList, type FilterOf, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import type { DisabledReason, Ordering, WebhookEndpoint } from './webhook-endpoint.ts';

/** An endpoint as the API shows it, without secrets. */
export type WebhookEndpointView = ResourceView<WebhookEndpoint, 'webhook'> &
  Readonly<{
    owner_id: string | null;
    url: string;
    events: readonly string[];
    ordering: Ordering;
    description: string | null;
    enabled: boolean;
    disabled_reason: DisabledReason | null;
  }>;

export const webhookEndpointView = (endpoint: WebhookEndpoint): WebhookEndpointView => ({
  id: endpoint.id,
  object: 'webhook',
  owner_id: endpoint.ownerId,
  url: endpoint.url,
  events: endpoint.events,
  ordering: endpoint.ordering,
  description: endpoint.description,
  enabled: endpoint.enabled,
  disabled_reason: endpoint.disabledReason,
  ...versionView(endpoint),
});

/** What has become of the latest deliveries to an endpoint, at most `MAX_RATED` of those that have ended. */
export type RecentDeliveries = Readonly<{ succeeded: number; failed: number }>;

/** How many deliveries the success rate is of. */
export const MAX_RATED = 100;

/** An endpoint as reads show it. */
export type ShownEndpointView = WebhookEndpointView &
  Readonly<{
    /** From 0 to 1; null before the first delivery has ended. */
    success_rate: number | null;
  }>;

export const shownEndpointView = (
  endpoint: WebhookEndpoint,
  { succeeded, failed }: RecentDeliveries,
): ShownEndpointView => ({
  ...webhookEndpointView(endpoint),
  success_rate: succeeded + failed === 0 ? null : Math.round((succeeded / (succeeded + failed)) * 100) / 100,
});

/** An endpoint in events: the query of its URL may contain a secret. */
export const webhookEndpointEventView = (endpoint: WebhookEndpoint): WebhookEndpointView => ({
  ...webhookEndpointView(endpoint),
  url: endpoint.url.replace(/[?#].*$/s, ''),
});

/** What lists filter by and do not show. */
type Listed = WebhookEndpointView & Readonly<{ needs_attention: boolean }>;

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
