import type { LeaseRequest } from '#core/shared/lease.ts';
import {
  type DeliveryResult,
  type DueDelivery,
  MAX_STORED_ATTEMPTS,
  type NewDelivery,
} from '#core/webhooks/delivery.ts';
import type { ClaimedEndpoint, DeliveryQueue, EndpointState } from '#core/webhooks/delivery-queue.ts';
import { attemptView } from '#core/webhooks/delivery-view.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import type { Database } from '../connection/database.ts';
import { ADD, addedColumns, STATEMENTS } from './delivery-statements.ts';

/** How many deliveries one step changes at most where an endpoint may have any number of them. */
const MAX_CHANGED_ROWS = 5_000;

export class PostgresDeliveryQueue implements DeliveryQueue {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length > 0) await this.#database.work({ text: ADD, values: addedColumns(deliveries) });
  }

  async claim({ owner, at, until }: LeaseRequest, limit: number): Promise<readonly ClaimedEndpoint[]> {
    const values = [owner, at, until, limit];
    const rows = await this.#database.work<{ endpointId: EndpointId; wakeUps: string }>({
      text: STATEMENTS.CLAIM,
      values,
    });
    return rows.map(({ endpointId, wakeUps }) => ({ endpointId, wakeUps: Number(wakeUps) }));
  }

  async renew(endpointIds: readonly EndpointId[], { owner, until }: LeaseRequest): Promise<readonly EndpointId[]> {
    const values = [endpointIds, owner, until];
    const rows = await this.#database.work<{ id: EndpointId }>({ text: STATEMENTS.RENEW, values });
    return rows.map(({ id }) => id);
  }

  async due(
    endpointId: EndpointId,
    { at, except, limit }: Parameters<DeliveryQueue['due']>[1],
  ): Promise<readonly DueDelivery[]> {
    const rows = await this.#database.work<Omit<DueDelivery, 'sequence'> & { sequence: string }>({
      text: STATEMENTS.DUE,
      values: [endpointId, at, except, limit],
    });
    return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
  }

  async record(endpointId: EndpointId, results: readonly DeliveryResult[], at: Date): Promise<Date | null> {
    const columns: unknown[][] = [
      results.map(({ id }) => id),
      results.map(({ outcome }) => outcome.kind),
      results.map(({ outcome }) => (outcome.kind === 'retry' ? outcome.at : null)),
      results.map(({ attempt }) => attempt.at),
      results.map((result) => JSON.stringify(attemptView(result.attempt))),
    ];
    const values = [endpointId, ...columns, MAX_STORED_ATTEMPTS, at];
    const [row] = await this.#database.work<{ since: string | null }>({ text: STATEMENTS.RECORD, values });
    return row?.since == null ? null : new Date(row.since);
  }

  async states(endpointIds: readonly EndpointId[]): Promise<ReadonlyMap<EndpointId, EndpointState>> {
    const rows = await this.#database.work<{ id: EndpointId; wakeUps: string; version: number | null }>({
      text: STATEMENTS.STATES,
      values: [endpointIds],
    });
    return new Map(
      rows.map(({ id, wakeUps, version }) => [id, { wakeUps: Number(wakeUps), version: version ?? undefined }]),
    );
  }

  async giveUp(endpointId: EndpointId, at: Date): Promise<number> {
    return this.#count(STATEMENTS.GIVE_UP, [endpointId, MAX_CHANGED_ROWS, at]);
  }

  async release({ endpointId, wakeUps }: ClaimedEndpoint, owner: string): Promise<void> {
    await this.#database.work({ text: STATEMENTS.RELEASE, values: [endpointId, wakeUps, owner] });
  }

  async removeBefore(time: Date): Promise<number> {
    return this.#count(STATEMENTS.REMOVE_BEFORE, [time, MAX_CHANGED_ROWS]);
  }

  async backlog(): Promise<Readonly<{ pending: number; oldest: Date | null }>> {
    const [row] = await this.#database.work<{ pending: number; oldest: string | null }>({ text: STATEMENTS.BACKLOG });
    return { pending: row?.pending ?? 0, oldest: row?.oldest == null ? null : new Date(row.oldest) };
  }

  async #count(text: string, values: readonly (string | number | Date)[]): Promise<number> {
    const [row] = await this.#database.work<{ count: number }>({ text, values });
    return row?.count ?? 0;
  }
}
