import { sql } from 'kysely';
import { type ListQuery, newestFirstList } from '#core/shared/list.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import { DELIVERY_STATUSES, type DeliveryId } from '#core/webhooks/delivery.ts';
import { deliveryList } from '#core/webhooks/delivery-list.ts';
import type { DeliveryView } from '#core/webhooks/delivery-view.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { WebhookEndpointView } from '#core/webhooks/webhook-endpoint-view.ts';
import type { WebhookQueries } from '#core/webhooks/webhook-queries.ts';
import type { Database } from '../connection/database.ts';
import { joinJson, timestamp } from '../connection/json-columns.ts';
import { columnEquals } from '../lists/condition.ts';
import { filterConditions } from '../lists/filter-conditions.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
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

const ITEM = sql.raw<string>('row_to_json(json)::text');

const [ENDPOINT_VIEW, DELIVERY_VIEW] = [sql.raw(JOIN_ENDPOINT), sql.raw(JOIN_DELIVERY)];

const FIND = `select t.version, row_to_json(json)::text as view from webhook_endpoints t ${JOIN_ENDPOINT} where t.id = $1`;

const WEBHOOK_ENDPOINT_COLUMNS = columnNames(WebhookEndpointRow).join(', ');

const FIND_ENDPOINT = `select ${WEBHOOK_ENDPOINT_COLUMNS} from webhook_endpoints where id = $1`;

const LIST_ENABLED = `
  select ${WEBHOOK_ENDPOINT_COLUMNS} from webhook_endpoints where enabled order by created_at, id`;

/** A delivery by its endpoint and id. */
export const FIND_DELIVERY = `
  select row_to_json(json)::text as view from webhook_deliveries t ${JOIN_DELIVERY} where t.endpoint_id = $1 and t.id = $2`;

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

  listDeliveries(endpointId: EndpointId, query: DeliveryListQuery): Promise<Page<DeliveryView>> {
    return readPage(this.#database, deliveryPage(endpointId, query));
  }

  async findDelivery(endpointId: EndpointId, id: DeliveryId): Promise<Json<DeliveryView> | undefined> {
    const values = [endpointId, id];
    return (await this.#database.query<{ view: Json<DeliveryView> }>({ text: FIND_DELIVERY, values }))[0]?.view;
  }
}

const endpointPage = (page: PageRequest): PageQuery => ({
  name: 'webhooks',
  table: 'webhook_endpoints',
  conditions: [],
  sort: newestFirstList.defaultSort,
  join: ENDPOINT_VIEW,
  item: ITEM,
  page,
});

type DeliveryListQuery = ListQuery<typeof deliveryList>;

const deliveryTable = listTable('webhook_deliveries')(deliveryList, { columns: {}, conditions: {} });

/** The statement of `listDeliveries`, for tests of its plan. */
export const deliveryPage = (
  endpointId: EndpointId,
  { filter, sort = deliveryList.defaultSort, page }: DeliveryListQuery,
): PageQuery => {
  // the index is sorted within each status; an event is delivered to an endpoint once
  const isEachStatus = filter.status === undefined && filter.event_id === undefined;
  return {
    name: 'deliveries',
    table: deliveryTable.table,
    ...(isEachStatus ? { anyOf: { column: 'status', values: DELIVERY_STATUSES } } : {}),
    conditions: [columnEquals('endpoint_id', endpointId), ...filterConditions(deliveryTable, filter)],
    sort,
    join: DELIVERY_VIEW,
    item: ITEM,
    page,
  };
};
