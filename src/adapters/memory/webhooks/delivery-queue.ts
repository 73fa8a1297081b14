import type { Id } from '#core/shared/id.ts';
import { Lease, type LeaseRequest } from '#core/shared/lease.ts';
import {
  type DeliveryResult,
  type DueDelivery,
  MAX_STORED_ATTEMPTS,
  type NewDelivery,
} from '#core/webhooks/delivery.ts';
import { type StateAtRecording, transitionsAfter } from '#core/webhooks/delivery-transition.ts';
import { failuresAfter, summarizeFailures } from '#core/webhooks/endpoint-failures.ts';
import type { ClaimedEndpoint, DeliveryQueue, EndpointState } from '#core/webhooks/ports.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { recordOccurrence } from '../analytics/occurrences.ts';
import type { DeliveryQueueRow, DeliveryRow, MemoryStore } from '../store/memory-store.ts';
import type { MemorySignals } from '../store/signals.ts';
import { earlier } from '../store/times.ts';
import { addDeliveries, becomeDue, changedRow, isBlocked, unblockNext } from './delivery-rows.ts';

/** The maximum number of deliveries changed per call. */
const MAX_CHANGED_ROWS = 5_000;

const MAX_COUNTED = 100_000;

export class MemoryDeliveryQueue implements DeliveryQueue {
  readonly #store: MemoryStore;
  readonly #signals: MemorySignals;

  constructor(store: MemoryStore, signals: MemorySignals) {
    this.#store = store;
    this.#signals = signals;
  }

  async add(deliveries: readonly NewDelivery[]): Promise<void> {
    if (addDeliveries(this.#store, deliveries)) this.#signals.announce('deliveries');
  }

  async claim({ owner, at, until }: LeaseRequest, limit: number): Promise<readonly ClaimedEndpoint[]> {
    const isClaimable = ({ endpointId, lease, nextDue }: DeliveryQueueRow): boolean =>
      nextDue !== null && nextDue <= at && !Lease.isValid(lease, at) && this.#exists(endpointId);
    const claimed = this.#store.deliveryQueues
      .filter(isClaimable)
      .sort((a, b) => Number(a.nextDue) - Number(b.nextDue))
      .slice(0, limit);
    for (const { endpointId } of claimed) this.#change(endpointId, { lease: { owner, until } });
    return claimed.map(({ endpointId, wakeUps }) => ({ endpointId, wakeUps }));
  }

  async renew(endpointIds: readonly EndpointId[], { owner, until }: LeaseRequest): Promise<readonly EndpointId[]> {
    const queues = endpointIds.flatMap((id) => this.#store.deliveryQueues.get(id) ?? []);
    const leased = queues.filter(({ endpointId, lease }) => Lease.isHeldBy(lease, owner) && this.#exists(endpointId));
    for (const { endpointId } of leased) this.#change(endpointId, { lease: { owner, until } });
    return leased.map(({ endpointId }) => endpointId);
  }

  async due(
    endpointId: EndpointId,
    { at, except, limit }: Parameters<DeliveryQueue['due']>[1],
  ): Promise<readonly DueDelivery[]> {
    const isDue = ({ id, nextAttemptAt }: DeliveryRow): boolean =>
      nextAttemptAt !== null && nextAttemptAt <= at && !except.includes(id);
    const endpoint = this.#store.webhookEndpoints.get(endpointId);
    if (endpoint === undefined) return [];
    const { version: endpointVersion } = endpoint;
    return this.#pendingOf(endpointId)
      .filter(isDue)
      .sort(byNextAttempt)
      .slice(0, limit)
      .map(({ id, eventId, eventType, sequence, attemptCount }) => ({
        id,
        eventId,
        eventType,
        sequence,
        attemptCount,
        endpointVersion,
      }));
  }

  /** @returns since when the endpoint fails, or null. */
  async record(endpointId: EndpointId, results: readonly DeliveryResult[], at: Date): Promise<Date | null> {
    const queue = this.#store.deliveryQueues.get(endpointId);
    if (queue === undefined) return null;
    const unblockedResources = new Set<Id>();
    for (const result of results) {
      const row = this.#store.deliveries.get(result.id);
      if (row?.endpointId !== endpointId) continue;
      const { attempt } = result;
      // the response may repeat data of an event erased since it was sent
      const stored = this.#isErased(row) ? { ...attempt, body: null } : attempt;
      const after = afterAttempt(row, { ...result, attempt: stored }, at);
      this.#replace(row, after);
      if (after.status === 'pending') becomeDue(this.#store, endpointId, after.nextAttemptAt);
      else if (row.ordered) unblockedResources.add(row.resourceId);
    }
    unblockNext(this.#store, endpointId, { resourceIds: unblockedResources, at });
    const failures = failuresAfter(queue, summarizeFailures(results));
    this.#change(endpointId, failures);
    return failures.failingSince;
  }

  async states(endpointIds: readonly EndpointId[]): Promise<ReadonlyMap<EndpointId, EndpointState>> {
    const queues = endpointIds.map((id) => this.#store.deliveryQueues.get(id)).filter((queue) => queue !== undefined);
    const versionOf = (id: EndpointId): number | undefined => this.#store.webhookEndpoints.get(id)?.version;
    return new Map(
      queues.map(({ endpointId, wakeUps }) => [endpointId, { wakeUps, version: versionOf(endpointId) }] as const),
    );
  }

  async failPending(endpointId: EndpointId, at: Date): Promise<number> {
    if (this.#store.webhookEndpoints.get(endpointId)?.enabled === true) return 0;
    // blocked deliveries fail first, so that a batch never leaves one without the delivery that blocks it
    const failing = this.#pendingOf(endpointId).sort(byNextAttempt).reverse().slice(0, MAX_CHANGED_ROWS);
    const failed = { status: 'failed', nextAttemptAt: null, updatedAt: at } as const;
    for (const row of failing) this.#replace(row, changedRow(row, failed));
    return failing.length;
  }

  async release({ endpointId, wakeUps }: ClaimedEndpoint, owner: string): Promise<void> {
    const queue = this.#store.deliveryQueues.get(endpointId);
    if (queue === undefined || !Lease.isHeldBy(queue.lease, owner)) return;
    const times = this.#pendingOf(endpointId).map(({ nextAttemptAt }) => nextAttemptAt);
    const next = times.reduce(earlier, null);
    // work that arrived since the claim may be missing in `next`
    const wasWokenUp = queue.wakeUps !== wakeUps;
    this.#change(endpointId, { lease: null, nextDue: wasWokenUp ? earlier(queue.nextDue, next) : next });
    if (wasWokenUp) this.#signals.announce('deliveries');
  }

  async removeBefore(time: Date): Promise<number> {
    const isOld = ({ status, createdAt }: DeliveryRow): boolean => status !== 'pending' && createdAt < time;
    const isRemovable = (row: DeliveryRow): boolean => isOld(row) || !this.#exists(row.endpointId);
    const removed = this.#store.deliveries.filter(isRemovable).slice(0, MAX_CHANGED_ROWS);
    for (const { id } of removed) this.#store.deliveries.delete(id);
    if (removed.length < MAX_CHANGED_ROWS) {
      this.#store.deliveryQueues.deleteWhere(({ endpointId }) => !this.#exists(endpointId));
    }
    return removed.length;
  }

  async backlog(): Promise<Readonly<{ pending: number; oldest: Date | null }>> {
    const pending = this.#store.deliveries.filter(({ status }) => status === 'pending');
    const oldest = pending.map(({ createdAt }) => createdAt as Date | null).reduce(earlier, null);
    return { pending: Math.min(pending.length, MAX_COUNTED), oldest };
  }

  #isErased({ resourceId, eventId }: DeliveryRow): boolean {
    return this.#store.events.get(resourceId)?.find(({ id }) => id === eventId)?.erased === true;
  }

  #exists(endpointId: EndpointId): boolean {
    return this.#store.webhookEndpoints.get(endpointId) !== undefined;
  }

  #pendingOf(endpointId: EndpointId): DeliveryRow[] {
    const isOwn = (row: DeliveryRow): boolean => row.endpointId === endpointId && row.status === 'pending';
    return this.#store.deliveries.filter(isOwn);
  }

  #replace(before: DeliveryRow, after: DeliveryRow): void {
    this.#store.deliveries.set(after.id, after);
    if (before.status !== 'pending' || after.status !== 'failed') return;
    recordOccurrence(this.#store.occurrences, { kind: 'failed_webhook', at: after.updatedAt });
  }

  #change(endpointId: EndpointId, change: Partial<DeliveryQueueRow>): void {
    const queue = this.#store.deliveryQueues.get(endpointId);
    if (queue !== undefined) this.#store.deliveryQueues.set(endpointId, { ...queue, ...change });
  }
}

const bySequence = (a: DeliveryRow, b: DeliveryRow): number => a.sequence - b.sequence;

/** The longest due first, blocked deliveries last. */
const byNextAttempt = (a: DeliveryRow, b: DeliveryRow): number => {
  const time = ({ nextAttemptAt }: DeliveryRow): number => nextAttemptAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return time(a) - time(b) || bySequence(a, b);
};

const stateOf = (row: DeliveryRow): StateAtRecording =>
  row.status !== 'pending' ? 'ended' : isBlocked(row) ? 'blocked' : 'due';

const afterAttempt = (row: DeliveryRow, { attempt, outcome }: DeliveryResult, at: Date): DeliveryRow => {
  const attempts = [...row.attempts, attempt].slice(-MAX_STORED_ATTEMPTS);
  const transition = transitionsAfter(outcome)[stateOf(row)];
  const change = transition === 'unchanged' ? {} : transition;
  return changedRow(row, { attempts, attemptCount: row.attemptCount + 1, updatedAt: at, ...change });
};
