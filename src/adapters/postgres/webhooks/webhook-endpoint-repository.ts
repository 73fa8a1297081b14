import { sql } from 'kysely';
import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { SetUpBy, WebhookEndpointRepository } from '#core/webhooks/ports.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, deleteRow, insertedRow, selectRow, updateRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { toWebhookEndpoint, toWebhookEndpointRow, WebhookEndpointRow } from '../tables/webhook-endpoints.ts';

const COLUMNS = columnNames(WebhookEndpointRow);

const LOCK = selectRow(WebhookEndpointRow, 'for update');

const LOCK_OF = prepare<{ ownerId: Id<'usr'> }>()(($) =>
  db.selectFrom('webhook_endpoints').select(COLUMNS).where('owner_id', '=', $('ownerId')).orderBy('id').forUpdate(),
);

const LOCK_SET_UP_BY = prepare<SetUpBy>()(($) =>
  db
    .selectFrom('webhook_endpoints')
    .select(COLUMNS)
    .where(
      sql<boolean>`(set_up_by_session = any(${$('sessions')}::text[]) or set_up_by_key = any(${$('keys')}::text[])
        or owner_id = ${$('ownerId')}::text)`,
    )
    .orderBy('id')
    .forUpdate(),
);

const INSERT = prepare<WebhookEndpointRow>()(($) =>
  db
    .with('added', (query) =>
      query.insertInto('webhook_endpoints').values(insertedRow(WebhookEndpointRow, $)).returning('id'),
    )
    .insertInto('webhook_queues')
    .columns(['endpoint_id'])
    .expression((eb) => eb.selectFrom('added').select('id')),
);

const UPDATE = updateRow(WebhookEndpointRow);

const REMOVE = deleteRow(WebhookEndpointRow);

const COUNT = prepare()(() => db.selectFrom('webhook_endpoints').select(sql<number>`count(*)::integer`.as('count')));

export class PostgresWebhookEndpointRepository implements WebhookEndpointRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async get(id: EndpointId): Promise<WebhookEndpoint> {
    const [row] = await this.#session.query(LOCK({ id }));
    if (row === undefined) throw notFound('webhook', id);
    return toWebhookEndpoint(row);
  }

  async listOf(ownerId: Id<'usr'>): Promise<readonly WebhookEndpoint[]> {
    return (await this.#session.query(LOCK_OF({ ownerId }))).map(toWebhookEndpoint);
  }

  async listSetUpBy(query: SetUpBy): Promise<readonly WebhookEndpoint[]> {
    return (await this.#session.query(LOCK_SET_UP_BY(query))).map(toWebhookEndpoint);
  }

  async add(endpoint: WebhookEndpoint): Promise<void> {
    this.#session.send(INSERT(toWebhookEndpointRow(endpoint)));
  }

  async save(endpoint: WebhookEndpoint): Promise<void> {
    this.#session.send(UPDATE(toWebhookEndpointRow(endpoint)));
  }

  async remove(id: EndpointId): Promise<void> {
    const removed = await this.#session.query(REMOVE({ id }));
    if (removed.length === 0) throw notFound('webhook', id);
  }

  async count(): Promise<number> {
    const [row] = await this.#session.query(COUNT({}));
    return row?.count ?? 0;
  }
}
