import { sql } from 'kysely';
import { Role } from '#core/access/role.ts';
import type { Scope } from '#core/access/scope.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import { DELIVERY_STATUSES, type DeliveryId, type DeliveryView, deliveryList } from '#core/webhooks/delivery.ts';
import type { OwnedEndpoint } from '#core/webhooks/endpoint-access.ts';
import type { WebhookQueries } from '#core/webhooks/ports.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { endpointList, type ShownEndpointView } from '#core/webhooks/webhook-endpoint-view.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals, constantCondition } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames } from '../statements/row-parameters.ts';
import { foundView } from '../statements/row-view.ts';
import { db } from '../statements/sql-builder.ts';
import { toWebhookEndpoint, WebhookEndpointRow } from '../tables/webhook-endpoints.ts';
import { DELIVERY_VIEW, ENDPOINT_VIEW } from './webhook-views.ts';

const ENDPOINT_COLUMNS = columnNames(WebhookEndpointRow);

const ownedEndpoints = db
  .selectFrom('webhook_endpoints as e')
  .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'e.owner_id').on('u.status', '=', sql.lit('active')))
  .select(ENDPOINT_COLUMNS.map((name) => `e.${name}` as const))
  .select(['u.role', 'u.permissions']);

const FIND_ENDPOINT = prepare<{ id: EndpointId }>()(($) => ownedEndpoints.where('e.id', '=', $('id')));

const LIST_ENABLED = prepare()(() =>
  ownedEndpoints.where('e.enabled', '=', true).orderBy('e.created_at').orderBy('e.id'),
);

type OwnedEndpointRow = WebhookEndpointRow & Readonly<{ role: Role | null; permissions: readonly Scope[] | null }>;

const toOwnedEndpoint = ({ role, permissions, ...row }: OwnedEndpointRow): OwnedEndpoint => ({
  ...toWebhookEndpoint(row),
  ownerScopes: role === null ? new Set() : Role.granted({ role, permissions: permissions ?? [] }),
});

export class PostgresWebhookQueries implements WebhookQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: EndpointId, ownerId?: Id<'usr'>): Promise<Found<ShownEndpointView> | undefined> {
    const [row] = await this.#database.query(ENDPOINT_VIEW.find({ id }));
    const isVisible = ownerId === undefined || row?.owner_id === ownerId;
    return isVisible && row !== undefined ? foundView(ENDPOINT_VIEW, row) : undefined;
  }

  list(query: EndpointListQuery, ownerId?: Id<'usr'>): Promise<Page<ShownEndpointView>> {
    return readPage(this.#database, endpointPage(query, ownerId));
  }

  async findEndpoint(id: EndpointId): Promise<OwnedEndpoint | undefined> {
    const [row] = await this.#database.query(FIND_ENDPOINT({ id }));
    return row && toOwnedEndpoint(row);
  }

  async listEnabled(): Promise<readonly OwnedEndpoint[]> {
    return (await this.#database.query(LIST_ENABLED({}))).map(toOwnedEndpoint);
  }

  listDeliveries(endpointId: EndpointId, query: DeliveryListQuery): Promise<Page<DeliveryView>> {
    return readPage(this.#database, deliveryPage(endpointId, query));
  }

  async findDelivery(endpointId: EndpointId, id: DeliveryId): Promise<Found<DeliveryView> | undefined> {
    const [row] = await this.#database.query(DELIVERY_VIEW.find({ id }));
    return row?.endpoint_id === endpointId ? foundView(DELIVERY_VIEW, row) : undefined;
  }
}

type EndpointListQuery = ListQuery<typeof endpointList>;

/** As `needsAttention` of the core. An endpoint without deliveries has no queue. */
const NEEDS_ATTENTION = sql<boolean>`(
  (not t.enabled and t.disabled_reason <> 'requested') or (t.enabled and exists (
    select from webhook_queues q
    where q.endpoint_id = t.id and q.failing_since is not null and q.last_failed_at >= t.enabled_at)))`;

const endpointTable = listTable('webhook_endpoints')(endpointList, {
  columns: {},
  conditions: {
    needs_attention: (isNeeded) =>
      isNeeded
        ? constantCondition('needs attention', NEEDS_ATTENTION)
        : constantCondition('needs no attention', sql`not ${NEEDS_ATTENTION}`),
  },
});

/** The statement of `list`. */
export const endpointPage = (query: EndpointListQuery, ownerId?: Id<'usr'>): PageQuery => {
  const conditions = ownerId === undefined ? [] : [columnEquals('owner_id', ownerId)];
  return listPageQuery(endpointTable, ENDPOINT_VIEW, { ...query, conditions });
};

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
