import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { DeliveryId, DeliveryStatus } from '#core/webhooks/delivery.ts';
import type { DeliveryView } from '#core/webhooks/delivery-view.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { WebhookEndpointView } from '#core/webhooks/webhook-endpoint-view.ts';
import type { DeliveryFilter, WebhookQueries } from '#core/webhooks/webhook-queries.ts';
import type { Database } from '../connection/database.ts';
import { joinJson, timestamp } from '../connection/json-columns.ts';
import { given, type PageQuery, Parameters, readPage } from '../lists/page-query.ts';
import { columnNames } from '../statements/row-parameters.ts';
import { toWebhookEndpoint, WebhookEndpointRow } from '../tables/webhook-endpoints.ts';

/** The row `json` of an endpoint `t` as the API shows it. */
const JOIN_ENDPOINT = joinJson({
  id: 't.id',
  object: `'webhook'`,
  url: 't.url',
  events: 't.events',
  ordering: 't.ordering',
  description: 't.description',
  enabled: 't.enabled',
  disabled_reason: 't.disabled_reason',
  version: 't.version',
  created_at: timestamp('t.created_at'),
  updated_at: timestamp('t.updated_at'),
});

/** The row `json` of a delivery `t` as the API shows it. */
const JOIN_DELIVERY = joinJson({
  id: 't.id',
  object: `'webhook_delivery'`,
  webhook_id: 't.endpoint_id',
  event_id: 't.event_id',
  event_type: 't.event_type',
  resource_id: 't.resource_id',
  sequence: 't.sequence',
  status: 't.status',
  next_attempt_at: `case when isfinite(t.next_attempt_at) then ${timestamp('t.next_attempt_at')} end`,
  attempts: 't.attempts',
  created_at: timestamp('t.created_at'),
  updated_at: timestamp('t.updated_at'),
});

const ITEM = 'row_to_json(json)::text';

const FIND = `select t.version, ${ITEM} as view from webhook_endpoints t ${JOIN_ENDPOINT} where t.id = $1`;

const WEBHOOK_ENDPOINT_COLUMNS = columnNames(WebhookEndpointRow).join(', ');

const FIND_ENDPOINT = `select ${WEBHOOK_ENDPOINT_COLUMNS} from webhook_endpoints where id = $1`;

const LIST_ENABLED = `
  select ${WEBHOOK_ENDPOINT_COLUMNS} from webhook_endpoints where enabled order by created_at, id`;

/** A delivery by its endpoint and id. */
export const FIND_DELIVERY = `
  select ${ITEM} as view from webhook_deliveries t ${JOIN_DELIVERY} where t.endpoint_id = $1 and t.id = $2`;

const STATUSES: readonly DeliveryStatus[] = ['pending', 'succeeded', 'failed'];

type Found = { view: Json<WebhookEndpointView>; version: number };

export class PostgresWebhookQueries implements WebhookQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: EndpointId): Promise<Found | undefined> {
    return (await this.#database.query<Found>({ text: FIND, values: [id] }))[0];
  }

  list(page: PageRequest): Promise<Page<WebhookEndpointView>> {
    return readPage(this.#database, endpointPage(page));
  }

  async findEndpoint(id: EndpointId): Promise<WebhookEndpoint | undefined> {
    const [row] = await this.#database.query<WebhookEndpointRow>({ text: FIND_ENDPOINT, values: [id] });
    return row && toWebhookEndpoint(row);
  }

  async listEnabled(): Promise<readonly WebhookEndpoint[]> {
    return (await this.#database.query<WebhookEndpointRow>({ text: LIST_ENABLED })).map(toWebhookEndpoint);
  }

  listDeliveries(endpointId: EndpointId, filter: DeliveryFilter, page: PageRequest): Promise<Page<DeliveryView>> {
    return readPage(this.#database, deliveryPage(endpointId, filter, page));
  }

  async findDelivery(endpointId: EndpointId, id: DeliveryId): Promise<Json<DeliveryView> | undefined> {
    const values = [endpointId, id];
    return (await this.#database.query<{ view: Json<DeliveryView> }>({ text: FIND_DELIVERY, values }))[0]?.view;
  }
}

const endpointPage = (page: PageRequest): PageQuery => ({
  table: 'webhook_endpoints',
  where: [],
  parameters: new Parameters(),
  sort: { column: 'created_at', type: 'timestamptz', descending: true },
  join: JOIN_ENDPOINT,
  item: ITEM,
  page,
});

/** The statement of `listDeliveries`, for whoever wants to see its plan. */
export const deliveryPage = (
  endpointId: EndpointId,
  { status, eventId }: DeliveryFilter,
  page: PageRequest,
): PageQuery => {
  const parameters = new Parameters();
  // the index has each status in its order; an event is delivered to an endpoint once
  const isEachStatus = status === undefined && eventId === undefined;
  return {
    table: 'webhook_deliveries',
    ...(isEachStatus ? { anyOf: { column: 'status', values: STATUSES } } : {}),
    where: [
      `t.endpoint_id = ${parameters.add(endpointId)}`,
      ...given(status, (value) => `t.status = ${parameters.add(value)}`),
      ...given(eventId, (id) => `t.event_id = ${parameters.add(id)}`),
    ],
    parameters,
    sort: { column: 'sequence', type: 'bigint', descending: true },
    join: JOIN_DELIVERY,
    item: ITEM,
    page,
  };
};
