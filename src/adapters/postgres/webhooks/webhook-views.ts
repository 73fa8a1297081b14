import { sql } from 'kysely';
import { deliveryView } from '#core/webhooks/delivery.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { MAX_RATED, type RecentDeliveries, shownEndpointView } from '#core/webhooks/webhook-endpoint-view.ts';
import { prepare } from '../statements/prepare.ts';
import { rowView } from '../statements/row-view.ts';
import { db } from '../statements/sql-builder.ts';
import { toDelivery, WebhookDeliveryRow } from '../tables/webhook-deliveries.ts';
import { toWebhookEndpoint, WebhookEndpointRow } from '../tables/webhook-endpoints.ts';

/** The latest deliveries to the endpoint `t` that ended with a status, by the index on both. */
const latestWith = (status: 'succeeded' | 'failed') => sql`(
  select status, sequence from webhook_deliveries
  where endpoint_id = t.id and status = ${sql.lit(status)} order by sequence desc limit ${sql.lit(MAX_RATED)})`;

const RECENT = sql<RecentDeliveries>`(
  select json_build_object(
    'succeeded', count(*) filter (where status = 'succeeded'), 'failed', count(*) filter (where status = 'failed'))
  from (
    select status from (${latestWith('succeeded')} union all ${latestWith('failed')}) as ended
    order by sequence desc limit ${sql.lit(MAX_RATED)}) as latest)`;

/** An endpoint `t`. */
export const ENDPOINT_VIEW = rowView(
  WebhookEndpointRow,
  ({ recent, ...row }) => shownEndpointView(toWebhookEndpoint(row), recent),
  { recent: RECENT },
);

export const COUNT_RECENT = prepare<{ id: EndpointId }>()(($) =>
  db.selectFrom('webhook_endpoints as t').select(RECENT.as('recent')).where('t.id', '=', $('id')),
);

/** A delivery `t` as the API shows it. */
export const DELIVERY_VIEW = rowView(WebhookDeliveryRow, (row) => deliveryView(toDelivery(row)));
