import type { LeaseRequest } from '#core/shared/lease.ts';
import {
  type DeliveryResult,
  type DueDelivery,
  MAX_STORED_ATTEMPTS,
  type NewDelivery,
} from '#core/webhooks/delivery.ts';
import type { ClaimedEndpoint, DeliveryQueue, EndpointState } from '#core/webhooks/ports.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import type { Database } from '../connection/database.ts';
import {
  ADD,
  BACKLOG,
  CLAIM,
  DUE,
  FAIL_PENDING,
  RECORD,
  RELEASE,
  REMOVE_BEFORE,
  RENEW,
  STATES,
} from './queue-statements.ts';
import { toFailingParameter, toResultColumns } from './result-parameters.ts';

/** The maximum number of deliveries changed per call, so that a call stays short however many an endpoint has. */
const MAX_CHANGED_ROWS = 5_000;

export class PostgresDeliveryQueue implements DeliveryQueue {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length > 0) await this.#database.queryInBackground(ADD(toColumns(deliveries)));
  }

  async claim(lease: LeaseRequest, limit: number): Promise<readonly ClaimedEndpoint[]> {
    const rows = await this.#database.queryInBackground(CLAIM({ ...lease, limit }));
    return rows.map(({ endpointId, wakeUps }) => ({ endpointId, wakeUps: Number(wakeUps) }));
  }

  async renew(endpointIds: readonly EndpointId[], lease: LeaseRequest): Promise<readonly EndpointId[]> {
    return (await this.#database.queryInBackground(RENEW({ ...lease, endpointIds }))).map(({ id }) => id);
  }

  async states(endpointIds: readonly EndpointId[]): Promise<ReadonlyMap<EndpointId, EndpointState>> {
    const rows = await this.#database.queryInBackground(STATES({ endpointIds }));
    return new Map(
      rows.map(({ id, wakeUps, version }) => [id, { wakeUps: Number(wakeUps), version: version ?? undefined }]),
    );
  }

  async due(endpointId: EndpointId, query: Parameters<DeliveryQueue['due']>[1]): Promise<readonly DueDelivery[]> {
    const rows = await this.#database.queryInBackground(DUE({ endpointId, ...query }));
    return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
  }

  async record(endpointId: EndpointId, results: readonly DeliveryResult[], at: Date): Promise<Date | null> {
    const statement = RECORD({
      endpointId,
      ...toResultColumns(results),
      failing: toFailingParameter(results),
      maxAttempts: MAX_STORED_ATTEMPTS,
      at,
    });
    const [row] = await this.#database.queryInBackground(statement);
    return row?.since ?? null;
  }

  async failPending(endpointId: EndpointId, at: Date): Promise<number> {
    const [row] = await this.#database.queryInBackground(FAIL_PENDING({ endpointId, limit: MAX_CHANGED_ROWS, at }));
    return row?.count ?? 0;
  }

  async release({ endpointId, wakeUps }: ClaimedEndpoint, owner: string): Promise<void> {
    await this.#database.queryInBackground(RELEASE({ endpointId, wakeUps, owner }));
  }

  async removeBefore(time: Date): Promise<number> {
    const [row] = await this.#database.queryInBackground(REMOVE_BEFORE({ time, limit: MAX_CHANGED_ROWS }));
    return row?.count ?? 0;
  }

  async backlog(): Promise<Readonly<{ pending: number; oldest: Date | null }>> {
    const [row] = await this.#database.queryInBackground(BACKLOG({}));
    return { pending: row?.pending ?? 0, oldest: row?.oldest ?? null };
  }
}

/** An array for each column. */
export const toColumns = (deliveries: readonly NewDelivery[]): Parameters<typeof ADD>[0] => ({
  ids: deliveries.map(({ id }) => id),
  endpoints: deliveries.map(({ endpointId }) => endpointId),
  events: deliveries.map(({ eventId }) => eventId),
  types: deliveries.map(({ eventType }) => eventType),
  resources: deliveries.map(({ resourceId }) => resourceId),
  ordered: deliveries.map(({ ordered }) => ordered),
  times: deliveries.map(({ at }) => at),
});
