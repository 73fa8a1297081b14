import { sql } from 'kysely';
import type { AttemptError, DeliveryId } from '#core/webhooks/delivery.ts';
import type { AttemptView, DeliveryView } from '#core/webhooks/delivery-view.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import type { WebhookEndpointView } from '#core/webhooks/webhook-endpoint-view.ts';
import { columnsOf, jsonView, literal, utcText } from '../statements/json-view.ts';
import { prepare } from '../statements/prepare.ts';
import { resourceMembers, versionMembers, viewById } from '../statements/resource-view.ts';
import { db } from '../statements/sql-builder.ts';

const e = columnsOf<{ t: 'webhook_endpoints' }>();

/** An endpoint `t` as the API shows it. */
export const ENDPOINT_VIEW = jsonView<WebhookEndpointView>()({
  ...resourceMembers('webhook_endpoints', 'webhook'),
  url: e('t.url'),
  events: e('t.events'),
  ordering: e('t.ordering'),
  description: e('t.description'),
  enabled: e('t.enabled'),
  disabled_reason: e('t.disabled_reason'),
  ...versionMembers('webhook_endpoints'),
});

/** A stored `attempt` as the API shows it. */
const ATTEMPT_VIEW = jsonView<AttemptView>()({
  at: sql<string>`attempt->'at'`,
  status: sql<AttemptView['status']>`case when (attempt->>'is_received')::boolean then 'succeeded' else 'failed' end`,
  duration_ms: sql<number>`attempt->'duration_ms'`,
  response_code: sql<number | null>`attempt->'status'`,
  response_body: sql<string | null>`(attempt->>'body')::json`,
  error: sql<AttemptError | null>`attempt->'error'`,
});

const d = columnsOf<{ t: 'webhook_deliveries' }>();

/** A delivery `t` as the API shows it. */
export const DELIVERY_VIEW = jsonView<DeliveryView>()({
  id: d('t.id'),
  object: literal('webhook_delivery'),
  webhook_id: d('t.endpoint_id'),
  event_id: d('t.event_id'),
  event_type: d('t.event_type'),
  resource_id: d('t.resource_id'),
  sequence: sql<number>`${d('t.sequence')}`,
  status: d('t.status'),
  next_attempt_at: sql<string | null>`case when isfinite(${d('t.next_attempt_at')})
    then ${utcText(d('t.next_attempt_at'))} end`,
  attempts: sql<readonly AttemptView[]>`array(
    select row_to_json(json) from unnest(${d('t.attempts')}) with ordinality as stored (attempt, number)
      cross join lateral ${ATTEMPT_VIEW.row} order by number)`,
  created_at: utcText(d('t.created_at')),
  updated_at: utcText(d('t.updated_at')),
});

export const FIND_ENDPOINT_VIEW = viewById('webhook_endpoints', ENDPOINT_VIEW);

export const FIND_DELIVERY = prepare<Readonly<{ endpointId: EndpointId; id: DeliveryId }>>()(($) =>
  db
    .selectFrom('webhook_deliveries as t')
    .crossJoinLateral(DELIVERY_VIEW.row)
    .select(DELIVERY_VIEW.text.as('view'))
    .where('t.endpoint_id', '=', $('endpointId'))
    .where('t.id', '=', $('id')),
);
