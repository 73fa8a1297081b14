import type { Id } from '#core/shared/id.ts';
import type { DeliveryId, NewDelivery } from '#core/webhooks/delivery.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { MAX_RATED, type RecentDeliveries } from '#core/webhooks/webhook-endpoint-view.ts';
import type { DeliveryQueueRow, DeliveryRow } from '../store/memory-store.ts';
import type { Rows } from '../store/memory-table.ts';
import { earlier } from '../store/times.ts';

/** Deliveries and their queues, committed or as a transaction sees them. */
export type DeliveryTables = Readonly<{
  webhookEndpoints: Rows<EndpointId, WebhookEndpoint>;
  deliveryQueues: Rows<EndpointId, DeliveryQueueRow>;
  deliveries: Rows<DeliveryId, DeliveryRow>;
}>;

type EventOfResource = Readonly<{ endpointId: EndpointId; eventId: string; resourceId: string }>;

const eventOf = ({ endpointId, eventId }: EventOfResource): string => `${endpointId} ${eventId}`;

const resourceOf = ({ endpointId, resourceId }: EventOfResource): string => `${endpointId} ${resourceId}`;

/** Whether it may block others. */
const isBlocking = ({ status, ordered }: DeliveryRow): boolean => status === 'pending' && ordered;

export const isBlocked = ({ status, nextAttemptAt }: DeliveryRow): boolean =>
  status === 'pending' && nextAttemptAt === null;

/** Implements `DeliveryQueue.add`. @returns whether any were added. */
export const addDeliveries = (tables: DeliveryTables, requested: readonly NewDelivery[]): boolean => {
  const stored = tables.deliveries.values();
  const events = new Set(stored.map(eventOf));
  const blocked = new Set(stored.filter(isBlocking).map(resourceOf));
  const wokenUp = new Set<EndpointId>();
  for (const { at, ...delivery } of requested) {
    const queue = tables.deliveryQueues.get(delivery.endpointId);
    if (queue === undefined || tables.webhookEndpoints.get(delivery.endpointId) === undefined) continue;
    if (events.has(eventOf(delivery))) continue;
    const sequence = queue.lastSequence + 1;
    const nextAttemptAt = delivery.ordered && blocked.has(resourceOf(delivery)) ? null : at;
    const row: DeliveryRow = {
      ...delivery,
      version: 1,
      createdAt: at,
      updatedAt: at,
      sequence,
      status: 'pending',
      attemptCount: 0,
      nextAttemptAt,
      attempts: [],
    };
    tables.deliveries.set(row.id, row);
    tables.deliveryQueues.set(row.endpointId, {
      ...queue,
      lastSequence: sequence,
      nextDue: earlier(queue.nextDue, nextAttemptAt),
    });
    events.add(eventOf(row));
    if (row.ordered) blocked.add(resourceOf(row));
    wokenUp.add(row.endpointId);
  }
  for (const endpointId of wokenUp) countWakeUp(tables, endpointId);
  return wokenUp.size > 0;
};

const countWakeUp = ({ deliveryQueues: queues }: DeliveryTables, endpointId: EndpointId): void => {
  const queue = queues.get(endpointId);
  if (queue !== undefined) queues.set(endpointId, { ...queue, wakeUps: queue.wakeUps + 1 });
};

/** Implements `DeliveryRepository.wake`. */
export const wake = (tables: DeliveryTables, endpointId: EndpointId, at: Date): void => {
  if (tables.deliveryQueues.get(endpointId)?.nextDue == null) return;
  becomeDue(tables, endpointId, at);
  countWakeUp(tables, endpointId);
};

/** Makes a queue due no later than a time. */
export const becomeDue = (
  { deliveryQueues: queues }: DeliveryTables,
  endpointId: EndpointId,
  at: Date | null,
): void => {
  const queue = queues.get(endpointId);
  if (queue !== undefined) queues.set(endpointId, { ...queue, nextDue: earlier(queue.nextDue, at) });
};

/** Unblocks the first ordered delivery of each resource. */
export const unblockNext = (
  tables: DeliveryTables,
  endpointId: EndpointId,
  { resourceIds, at }: Readonly<{ resourceIds: ReadonlySet<Id>; at: Date }>,
): void => {
  const firsts = new Map<Id, DeliveryRow>();
  for (const row of tables.deliveries.values()) {
    if (row.endpointId !== endpointId || !isBlocking(row) || !resourceIds.has(row.resourceId)) continue;
    const first = firsts.get(row.resourceId);
    if (first === undefined || row.sequence < first.sequence) firsts.set(row.resourceId, row);
  }
  for (const first of firsts.values()) {
    if (!isBlocked(first)) continue;
    tables.deliveries.set(first.id, changedRow(first, { nextAttemptAt: at, updatedAt: at }));
    becomeDue(tables, endpointId, at);
  }
};

/** Schedules deliveries again from a time on, in their order. @returns the number. */
export const requeueDeliveries = (
  tables: DeliveryTables,
  endpointId: EndpointId,
  { ids, at }: Readonly<{ ids: readonly DeliveryId[]; at: Date }>,
): number => {
  const endpoint = tables.webhookEndpoints.get(endpointId);
  const rows = endpoint === undefined ? [] : ids.flatMap((id) => tables.deliveries.get(id) ?? []);
  const own = rows.filter((row) => row.endpointId === endpointId);
  for (const row of own) {
    const nextAttemptAt = row.ordered && endpoint?.ordering === 'resource' ? null : at;
    const change = { status: 'pending', attemptCount: 0, nextAttemptAt, updatedAt: at } as const;
    tables.deliveries.set(row.id, changedRow(row, change));
  }
  if (own.length === 0) return 0;
  unblockNext(tables, endpointId, { resourceIds: new Set(own.map(({ resourceId }) => resourceId)), at });
  becomeDue(tables, endpointId, at);
  countWakeUp(tables, endpointId);
  return own.length;
};

/** Schedules deliveries again, or for the first time, under new numbers in this order. */
export const replayDeliveries = (
  tables: DeliveryTables,
  endpointId: EndpointId,
  { requested, at }: Readonly<{ requested: readonly NewDelivery[]; at: Date }>,
): void => {
  const endpoint = tables.webhookEndpoints.get(endpointId);
  const queue = tables.deliveryQueues.get(endpointId);
  if (endpoint === undefined || queue === undefined || requested.length === 0) return;
  const stored = new Map(tables.deliveries.values().map((row) => [eventOf(row), row]));
  const ordered = endpoint.ordering === 'resource';
  const scheduled = {
    ordered,
    status: 'pending',
    attemptCount: 0,
    nextAttemptAt: ordered ? null : at,
    updatedAt: at,
  } as const;
  for (const [index, { at: createdAt, ...delivery }] of requested.entries()) {
    const change = { ...scheduled, sequence: queue.lastSequence + 1 + index };
    const existing = stored.get(eventOf(delivery));
    const row = existing
      ? changedRow(existing, change)
      : { ...delivery, ...change, attempts: [], version: 1, createdAt };
    tables.deliveries.set(row.id, row);
  }
  tables.deliveryQueues.set(endpointId, { ...queue, lastSequence: queue.lastSequence + requested.length });
  unblockNext(tables, endpointId, { resourceIds: new Set(requested.map(({ resourceId }) => resourceId)), at });
  becomeDue(tables, endpointId, at);
  countWakeUp(tables, endpointId);
};

/** The next version of a delivery. */
export const changedRow = (row: DeliveryRow, change: Partial<DeliveryRow>): DeliveryRow => ({
  ...row,
  ...change,
  version: row.version + 1,
});

/** What has become of the latest deliveries to an endpoint. */
export const recentDeliveries = (deliveries: Rows<DeliveryId, DeliveryRow>, id: EndpointId): RecentDeliveries => {
  const latest = deliveries
    .filter(({ endpointId, status }) => endpointId === id && status !== 'pending')
    .sort((a, b) => b.sequence - a.sequence)
    .slice(0, MAX_RATED);
  const succeeded = latest.filter(({ status }) => status === 'succeeded').length;
  return { succeeded, failed: latest.length - succeeded };
};
