import type { Id } from '#core/shared/id.ts';
import { Lease } from '#core/shared/lease.ts';
import { type DeliveryResult, MAX_STORED_ATTEMPTS } from '#core/webhooks/delivery.ts';
import { type StateAtRecording, transitionsAfter } from '#core/webhooks/delivery-outcome.ts';
import { failuresAfter, summarizeFailures } from '#core/webhooks/endpoint-failures.ts';
import type { DeliveryQueue } from '#core/webhooks/ports.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { recordOccurrence } from '../analytics/occurrences.ts';
import type { DeliveryQueueRow, DeliveryRow, MemoryStore } from '../store/memory-store.ts';
import type { MemorySignals } from '../store/signals.ts';
import { dueRows, earlier, earliest } from '../store/times.ts';
import { addDeliveries, becomeDue, changedRow, isBlocked, unblockNext } from './delivery-rows.ts';

/** The maximum number of deliveries changed per call. */
const MAX_CHANGED_ROWS = 5_000;

const MAX_COUNTED = 100_000;

export const makeDeliveryQueue = (store: MemoryStore, signals: MemorySignals): DeliveryQueue => {
  const { webhookEndpoints: endpoints, deliveryQueues: queues, deliveries } = store;
  const exists = (endpointId: EndpointId): boolean => endpoints.get(endpointId) !== undefined;
  const pendingOf = (endpointId: EndpointId): DeliveryRow[] =>
    deliveries.filter((row) => row.endpointId === endpointId && row.status === 'pending');
  const isErased = ({ resourceId, eventId }: DeliveryRow): boolean =>
    store.events.get(resourceId)?.find(({ id }) => id === eventId)?.erased === true;
  const change = (endpointId: EndpointId, changed: Partial<DeliveryQueueRow>): void => {
    const queue = queues.get(endpointId);
    if (queue !== undefined) queues.set(endpointId, { ...queue, ...changed });
  };
  const replace = (before: DeliveryRow, after: DeliveryRow): void => {
    deliveries.set(after.id, after);
    if (before.status !== 'pending' || after.status !== 'failed') return;
    recordOccurrence(store.occurrences, { kind: 'failed_webhook', at: after.updatedAt });
  };
  return {
    async add(added) {
      if (addDeliveries(store, added)) signals.announce('deliveries');
    },

    async claim({ owner, at, until }, limit) {
      const free = queues.filter(({ endpointId, lease }) => !Lease.isValid(lease, at) && exists(endpointId));
      const claimed = dueRows(at, free, ({ nextDue }) => nextDue).slice(0, limit);
      for (const { endpointId } of claimed) change(endpointId, { lease: { owner, until } });
      return claimed.map(({ endpointId, wakeUps }) => ({ endpointId, wakeUps }));
    },

    async renew(endpointIds, { owner, until }) {
      const leased = endpointIds.filter((id) => Lease.isHeldBy(queues.get(id)?.lease, owner) && exists(id));
      for (const id of leased) change(id, { lease: { owner, until } });
      return leased;
    },

    async due(endpointId, { at, except, limit }) {
      const endpoint = endpoints.get(endpointId);
      if (endpoint === undefined) return [];
      const { version: endpointVersion } = endpoint;
      return pendingOf(endpointId)
        .filter(({ id, nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= at && !except.includes(id))
        .sort(byNextAttempt)
        .slice(0, limit)
        .map(({ id, eventId, eventType, sequence, attemptCount }) => {
          return { id, eventId, eventType, sequence, attemptCount, endpointVersion };
        });
    },

    async record(endpointId, results, at) {
      const queue = queues.get(endpointId);
      if (queue === undefined) return null;
      const unblockedResources = new Set<Id>();
      for (const result of results) {
        const row = deliveries.get(result.id);
        if (row?.endpointId !== endpointId) continue;
        const { attempt } = result;
        // the response may repeat data of an event erased since it was sent
        const stored = isErased(row) ? { ...attempt, body: null } : attempt;
        const after = afterAttempt(row, { ...result, attempt: stored }, at);
        replace(row, after);
        if (after.status === 'pending') becomeDue(store, endpointId, after.nextAttemptAt);
        else if (row.ordered) unblockedResources.add(row.resourceId);
      }
      unblockNext(store, endpointId, { resourceIds: unblockedResources, at });
      const failures = failuresAfter(queue, summarizeFailures(results));
      change(endpointId, failures);
      return failures.failingSince;
    },

    async states(endpointIds) {
      const found = endpointIds.flatMap((id) => queues.get(id) ?? []);
      return new Map(
        found.map(({ endpointId, wakeUps }) => [endpointId, { wakeUps, version: endpoints.get(endpointId)?.version }]),
      );
    },

    async failPending(endpointId, at) {
      if (endpoints.get(endpointId)?.enabled === true) return 0;
      // blocked deliveries fail first, so that a batch never leaves one without the delivery that blocks it
      const failing = pendingOf(endpointId).sort(byNextAttempt).reverse().slice(0, MAX_CHANGED_ROWS);
      const failed = { status: 'failed', nextAttemptAt: null, updatedAt: at } as const;
      for (const row of failing) replace(row, changedRow(row, failed));
      return failing.length;
    },

    async release({ endpointId, wakeUps }, owner) {
      const queue = queues.get(endpointId);
      if (queue === undefined || !Lease.isHeldBy(queue.lease, owner)) return;
      const next = earliest(pendingOf(endpointId).map(({ nextAttemptAt }) => nextAttemptAt));
      // work that arrived since the claim may be missing in `next`
      const wasWokenUp = queue.wakeUps !== wakeUps;
      change(endpointId, { lease: null, nextDue: wasWokenUp ? earlier(queue.nextDue, next) : next });
      if (wasWokenUp) signals.announce('deliveries');
    },

    async removeBefore(time) {
      const isRemovable = ({ status, createdAt, endpointId }: DeliveryRow): boolean =>
        (status !== 'pending' && createdAt < time) || !exists(endpointId);
      const removed = deliveries.filter(isRemovable).slice(0, MAX_CHANGED_ROWS);
      for (const { id } of removed) deliveries.delete(id);
      if (removed.length < MAX_CHANGED_ROWS) queues.deleteWhere(({ endpointId }) => !exists(endpointId));
      return removed.length;
    },

    async backlog() {
      const pending = deliveries.filter(({ status }) => status === 'pending');
      const oldest = earliest(pending.map(({ createdAt }) => createdAt));
      return { pending: Math.min(pending.length, MAX_COUNTED), oldest };
    },
  };
};

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
