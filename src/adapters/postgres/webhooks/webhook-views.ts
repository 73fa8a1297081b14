import { sql } from 'kysely';
import type { Id } from '#core/shared/id.ts';
import type { AttemptError, DeliveryId } from '#core/webhooks/delivery.ts';
import type { AttemptView, DeliveryView } from '#core/webhooks/delivery-view.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { MAX_RATED, type RecentDeliveries, shownEndpointView } from '#core/webhooks/webhook-endpoint-view.ts';
import { columnsOf, jsonView, utcText } from '../statements/json-view.ts';
import { prepare } from '../statements/prepare.ts';
import { resourceMembers, versionMembers } from '../statements/resource-view.ts';
import { rowView } from '../statements/row-view.ts';
import { db } from '../statements/sql-builder.ts';
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

/** A stored `attempt` as the API shows it: its `status` is that of the response, which the view calls `response_code`. */
const ATTEMPT_VIEW = jsonView<AttemptView>()({
  at: sql<string>`attempt->'at'`,
  // `is_received`: whether the response confirms the delivery
  status: sql<AttemptView['status']>`case when (attempt->>'is_received')::boolean then 'succeeded' else 'failed' end`,
  duration_ms: sql<number>`attempt->'duration_ms'`,
  response_code: sql<number | null>`attempt->'status'`,
  // stored as JSON text, which may contain `\u0000`: the cast to `json` keeps it, where decoding it would fail
  response_body: sql<string | null>`(attempt->>'body')::json`,
  error: sql<AttemptError | null>`attempt->'error'`,
});

const delivery = columnsOf<{ t: 'webhook_deliveries' }>();

/** A delivery `t` as the API shows it. */
export const DELIVERY_VIEW = jsonView<DeliveryView>()({
  ...resourceMembers('webhook_deliveries', 'webhook_delivery'),
  webhook_id: delivery('t.endpoint_id'),
  event_id: delivery('t.event_id'),
  event_type: delivery('t.event_type'),
  resource_id: delivery('t.resource_id'),
  // a bigint, which the driver would return as text; in JSON it is a number
  sequence: sql<number>`${delivery('t.sequence')}`,
  status: delivery('t.status'),
  // `infinity`: blocked by an earlier delivery
  next_attempt_at: sql<string | null>`case when isfinite(${delivery('t.next_attempt_at')})
    then ${utcText(delivery('t.next_attempt_at'))} end`,
  attempts: sql<readonly AttemptView[]>`array(
    select row_to_json(json) from unnest(${delivery('t.attempts')}) with ordinality as stored (attempt, number)
      cross join lateral ${ATTEMPT_VIEW.lateralRow} order by number)`,
  ...versionMembers('webhook_deliveries'),
});

export const FIND_DELIVERY_VIEW = prepare<Readonly<{ endpointId: EndpointId; id: DeliveryId }>>()(($) =>
  db
    .selectFrom('webhook_deliveries as t')
    .crossJoinLateral(DELIVERY_VIEW.lateralRow)
    .select(['t.version', DELIVERY_VIEW.jsonText.as('view')])
    .where('t.endpoint_id', '=', $('endpointId'))
    .where('t.id', '=', $('id')),
);
