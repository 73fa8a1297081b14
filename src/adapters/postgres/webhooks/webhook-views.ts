import { sql } from 'kysely';
import type { Id } from '#core/shared/id.ts';
import type { AttemptError, DeliveryId } from '#core/webhooks/delivery.ts';
import type { AttemptView, DeliveryView } from '#core/webhooks/delivery-view.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { MAX_RATED, type ShownEndpointView } from '#core/webhooks/webhook-endpoint-view.ts';
import { columnsOf, jsonView, utcText } from '../statements/json-view.ts';
import { prepare } from '../statements/prepare.ts';
import { resourceMembers, versionMembers } from '../statements/resource-view.ts';
import { db } from '../statements/sql-builder.ts';

/** The latest deliveries to the endpoint `t` that ended with a status, by the index on both. */
const latestWith = (status: 'succeeded' | 'failed') => sql`(
  select status, sequence from webhook_deliveries
  where endpoint_id = t.id and status = ${sql.lit(status)} order by sequence desc limit ${sql.lit(MAX_RATED)})`;

/** As `shownEndpointView` of the core. */
const SUCCESS_RATE = sql<number | null>`(
  select trim_scale(round(avg((latest.status = 'succeeded')::integer), 2)) from (
    select ended.status from (${latestWith('succeeded')} union all ${latestWith('failed')}) as ended
    order by ended.sequence desc limit ${sql.lit(MAX_RATED)}) as latest)`;

const endpoint = columnsOf<{ t: 'webhook_endpoints' }>();

/** An endpoint `t` as the API shows it. */
export const ENDPOINT_VIEW = jsonView<ShownEndpointView>()({
  ...resourceMembers('webhook_endpoints', 'webhook'),
  owner_id: endpoint('t.owner_id'),
  url: endpoint('t.url'),
  events: endpoint('t.events'),
  ordering: endpoint('t.ordering'),
  description: endpoint('t.description'),
  enabled: endpoint('t.enabled'),
  disabled_reason: endpoint('t.disabled_reason'),
  success_rate: SUCCESS_RATE,
  ...versionMembers('webhook_endpoints'),
});

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

type FindEndpoint = Readonly<{ id: EndpointId /** Null for any. */; ownerId: Id<'usr'> | null }>;

export const FIND_ENDPOINT_VIEW = prepare<FindEndpoint>()(($) =>
  db
    .selectFrom('webhook_endpoints as t')
    .crossJoinLateral(ENDPOINT_VIEW.lateralRow)
    .select(['t.version', ENDPOINT_VIEW.jsonText.as('view')])
    .where('t.id', '=', $('id'))
    .where(sql<boolean>`(${$('ownerId')}::text is null or t.owner_id = ${$('ownerId')})`),
);

export const FIND_DELIVERY_VIEW = prepare<Readonly<{ endpointId: EndpointId; id: DeliveryId }>>()(($) =>
  db
    .selectFrom('webhook_deliveries as t')
    .crossJoinLateral(DELIVERY_VIEW.lateralRow)
    .select(['t.version', DELIVERY_VIEW.jsonText.as('view')])
    .where('t.endpoint_id', '=', $('endpointId'))
    .where('t.id', '=', $('id')),
);
