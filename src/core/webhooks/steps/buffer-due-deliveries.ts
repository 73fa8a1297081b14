import { EventAccess } from '#core/events/event-types.ts';
import { type DispatchState, READ_BATCH_SIZE } from './dispatch-state.ts';
import type { DispatcherDeps } from './dispatcher-deps.ts';

type Deps = Pick<DispatcherDeps, 'queue' | 'bodies' | 'systemClock'>;

/** Reads a batch of due deliveries with their bodies; fails the backlog if the endpoint is disabled. */
export const bufferDueDeliveries = async (deps: Deps, state: DispatchState): Promise<void> => {
  const { queue, bodies: eventBodies, systemClock } = deps;
  const { buffer, endpointCache, endpointId } = state;
  state.mayHaveBacklog = false;
  if (!(await endpointCache.isEnabled())) return failBacklog(deps, state);
  const due = await queue.due(endpointId, { at: systemClock.now(), except: buffer.ids, limit: READ_BATCH_SIZE });
  // events after the change must be sent by the new settings
  if (due.some(({ endpointVersion }) => endpointVersion !== endpointCache.current?.version)) {
    endpointCache.invalidate();
    if (!(await endpointCache.isEnabled())) return failBacklog(deps, state);
  }
  if (due.length === READ_BATCH_SIZE) state.mayHaveBacklog = true;
  const bodies = await eventBodies.get(due.map(({ eventId }) => eventId));
  const readAt = systemClock.now().getTime();
  for (const delivery of due) {
    const body = bodies.get(delivery.eventId);
    const scopes = endpointCache.current?.ownerScopes ?? new Set();
    if (!EventAccess.mayRead(scopes, delivery.eventType)) {
      state.results.addUnsent(delivery.id, 'not_permitted', systemClock.now());
    } else if (body === undefined) state.results.addUnsent(delivery.id, 'event_removed', systemClock.now());
    else buffer.add({ delivery, body, readAt });
  }
};

/** Reads the endpoint again and fails its backlog if it is disabled. */
export const failBacklogIfDisabled = async (deps: Deps, state: DispatchState): Promise<void> => {
  if (!(await state.endpointCache.isEnabled())) await failBacklog(deps, state);
};

const failBacklog = async (
  { queue, systemClock }: Deps,
  { buffer, endpointCache, endpointId }: DispatchState,
): Promise<void> => {
  buffer.dropWaiting();
  // the deliveries of a deleted endpoint are removed
  if (endpointCache.current === undefined) return;
  while ((await queue.failPending(endpointId, systemClock.now())) > 0);
};
