import { notFound } from '#core/shared/domain-error.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { WebhookEndpointRepository } from '#core/webhooks/webhook-endpoint-repository.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { columnNames, rowEncoder } from '../statements/row-parameters.ts';
import { toWebhookEndpoint, toWebhookEndpointRow, WebhookEndpointRow } from '../tables/webhook-endpoints.ts';

const COLUMNS = columnNames(WebhookEndpointRow).join(', ');

const encodeEndpoint = rowEncoder(WebhookEndpointRow);

const GET = `select ${COLUMNS} from webhook_endpoints where id = $1 for update`;

const VALUES = COLUMNS.split(',')
  .map((_, place) => `$${place + 1}`)
  .join(', ');

const INSERT = `
  with added as (insert into webhook_endpoints (${COLUMNS}) values (${VALUES}) returning id)
  insert into webhook_queues (endpoint_id) select id from added`;

const UPDATE = `
  with saved as (
    update webhook_endpoints set (${COLUMNS}) = row(${VALUES}) where id = $1 and version = $2 - 1 returning id)
  select require_saved(exists (select from saved))`;

const REMOVE = 'delete from webhook_endpoints where id = $1 returning id';

const COUNT = 'select count(*)::integer as count from webhook_endpoints';

export class PostgresWebhookEndpointRepository implements WebhookEndpointRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async get(id: EndpointId): Promise<WebhookEndpoint> {
    const [row] = await this.#session.query<WebhookEndpointRow>({ text: GET, values: [id] });
    if (row === undefined) throw notFound('webhook', id);
    return toWebhookEndpoint(row);
  }

  async add(endpoint: WebhookEndpoint): Promise<void> {
    this.#session.send({ text: INSERT, values: encodeEndpoint(toWebhookEndpointRow(endpoint)) });
  }

  async save(endpoint: WebhookEndpoint): Promise<void> {
    this.#session.send({ text: UPDATE, values: encodeEndpoint(toWebhookEndpointRow(endpoint)) });
  }

  async remove(id: EndpointId): Promise<void> {
    const removed = await this.#session.query({ text: REMOVE, values: [id] });
    if (removed.length === 0) throw notFound('webhook', id);
  }

  async count(): Promise<number> {
    const [row] = await this.#session.query<{ count: number }>({ text: COUNT });
    return row?.count ?? 0;
  }
}
