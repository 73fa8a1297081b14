import { type ListQuery, newestFirstList } from '#core/shared/list.ts';
import type { Found, Json, Page, PageRequest } from '#core/shared/page.ts';
import { DELIVERY_STATUSES, type DeliveryId } from '#core/webhooks/delivery.ts';
import { deliveryList } from '#core/webhooks/delivery-list.ts';
import type { DeliveryView } from '#core/webhooks/delivery-view.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { WebhookEndpointView } from '#core/webhooks/webhook-endpoint-view.ts';
import type { WebhookQueries } from '#core/webhooks/webhook-queries.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { joinAndItem, type PageQuery, readPage } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { toWebhookEndpoint, WebhookEndpointRow } from '../tables/webhook-endpoints.ts';
import { DELIVERY_VIEW, ENDPOINT_VIEW, FIND_DELIVERY_VIEW, FIND_ENDPOINT_VIEW } from './webhook-views.ts';

const ENDPOINT_COLUMNS = columnNames(WebhookEndpointRow);

const FIND_ENDPOINT = prepare<{ id: EndpointId }>()(($) =>
  db.selectFrom('webhook_endpoints').select(ENDPOINT_COLUMNS).where('id', '=', $('id')),
);

const LIST_ENABLED = prepare()(() =>
  db
    .selectFrom('webhook_endpoints')
    .select(ENDPOINT_COLUMNS)
    .where('enabled', '=', true)
    .orderBy('created_at')
    .orderBy('id'),
);

export class PostgresWebhookQueries implements WebhookQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: EndpointId): Promise<Found<WebhookEndpointView> | undefined> {
    return (await this.#database.query(FIND_ENDPOINT_VIEW({ id })))[0];
  }

  list(page: PageRequest): Promise<Page<WebhookEndpointView>> {
    return readPage(this.#database, endpointPage(page));
  }

  async findEndpoint(id: EndpointId): Promise<WebhookEndpoint | undefined> {
    const [row] = await this.#database.query(FIND_ENDPOINT({ id }));
    return row && toWebhookEndpoint(row);
  }

  async listEnabled(): Promise<readonly WebhookEndpoint[]> {
    return (await this.#database.query(LIST_ENABLED({}))).map(toWebhookEndpoint);
  }

  listDeliveries(endpointId: EndpointId, query: DeliveryListQuery): Promise<Page<DeliveryView>> {
    return readPage(this.#database, deliveryPage(endpointId, query));
  }

  async findDelivery(endpointId: EndpointId, id: DeliveryId): Promise<Json<DeliveryView> | undefined> {
    return (await this.#database.query(FIND_DELIVERY_VIEW({ endpointId, id })))[0]?.view;
  }
}

const endpointPage = (page: PageRequest): PageQuery => ({
  name: 'webhooks',
  table: 'webhook_endpoints',
  conditions: [],
  sort: newestFirstList.defaultSort,
  ...joinAndItem(ENDPOINT_VIEW),
  page,
});

type DeliveryListQuery = ListQuery<typeof deliveryList>;

const deliveryTable = listTable('webhook_deliveries')(deliveryList);

/** The statement of `listDeliveries`, for tests of its plan. */
export const deliveryPage = (endpointId: EndpointId, query: DeliveryListQuery): PageQuery => {
  // the index is sorted within each status; an event is delivered to an endpoint once
  const isEachStatus = query.filter.status === undefined && query.filter.event_id === undefined;
  const conditions = [columnEquals('endpoint_id', endpointId)];
  return {
    ...listPageQuery(deliveryTable, DELIVERY_VIEW, { ...query, conditions }),
    anyOf: isEachStatus ? { column: 'status', values: DELIVERY_STATUSES } : undefined,
  };
};
