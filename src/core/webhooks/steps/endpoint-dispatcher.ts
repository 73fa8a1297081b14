import { EventAccess } from '#core/events/event-types.ts';
import type { LeaseRequest } from '#core/shared/lease.ts';
import type { ClaimedEndpoint, EndpointState } from '../ports.ts';
import type { EndpointId } from '../webhook-endpoint.ts';
import { type DispatcherDeps, DispatchState, READ_BATCH_SIZE } from './dispatch-state.ts';
import { recordResults } from './record-results.ts';
import { sendDelivery } from './send-delivery.ts';

type Deps = Pick<DispatcherDeps, 'queue' | 'bodies' | 'systemClock'>;

/** Reads a batch of due deliveries with their bodies; fails the backlog if the endpoint is disabled. */
const bufferDueDeliveries = async (deps: Deps, state: DispatchState): Promise<void> => {
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
    const event = bodies.get(delivery.eventId);
    const scopes = endpointCache.current?.ownerScopes ?? new Set();
    if (!EventAccess.mayRead(scopes, delivery.eventType)) {
      state.results.addUnsent(delivery.id, 'not_permitted', systemClock.now());
    } else if (event === undefined) state.results.addUnsent(delivery.id, 'event_removed', systemClock.now());
    else buffer.add({ delivery, event, readAt });
  }
};

/** Reads the endpoint again and fails its backlog if it is disabled. */
const failBacklogIfDisabled = async (deps: Deps, state: DispatchState): Promise<void> => {
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

/** Wakes one waiting task. A signal that comes before the task waits is not lost. */
class WakeUp {
  #next = Promise.withResolvers<void>();

  signal(): void {
    this.#next.resolve();
  }

  async wait(): Promise<void> {
    await this.#next.promise;
    this.#next = Promise.withResolvers<void>();
  }
}

/**
 * Dispatches the due deliveries of one endpoint under a lease: sends several concurrently and records their results in
 * batches, until nothing is due. `DispatchState` decides what to do next; this class does it.
 */
export class EndpointDispatcher {
  /** Resolves once nothing is in flight and the endpoint is released. */
  readonly done: Promise<void>;
  readonly #deps: DispatcherDeps;
  readonly #owner: string;
  readonly #state: DispatchState;
  readonly #wakeUp = new WakeUp();
  #isReleasing = false;

  constructor(deps: DispatcherDeps, claimed: ClaimedEndpoint, lease: LeaseRequest) {
    this.#deps = deps;
    this.#owner = lease.owner;
    this.#state = new DispatchState({ ...deps, ...claimed, leasedUntil: lease.until });
    this.done = this.#run();
  }

  get endpointId(): EndpointId {
    return this.#state.endpointId;
  }

  get leasedUntil(): Date {
    return this.#state.leasedUntil;
  }

  /** Whether it dispatches nothing more, so that a new claim of the endpoint is not for it. */
  get isReleasing(): boolean {
    return this.#isReleasing;
  }

  /** Extends the lease. */
  renew(until: Date): void {
    this.#state.leasedUntil = until;
    this.#wakeUp.signal();
  }

  /** Applies the polled state: new work, or a new version of the endpoint. */
  poll(polled: EndpointState | undefined): void {
    const state = this.#state;
    if (polled !== undefined && polled.wakeUps !== state.wakeUps) {
      state.wakeUps = polled.wakeUps;
      state.mayHaveBacklog = true;
    }
    if (polled?.version !== state.endpointCache.current?.version) state.endpointCache.invalidate();
    this.#wakeUp.signal();
  }

  /** Starts nothing more. */
  stop(): void {
    this.#state.stop();
    this.#wakeUp.signal();
  }

  async #run(): Promise<void> {
    const { queue, log } = this.#deps;
    const { endpointId } = this.#state;
    try {
      await this.#dispatch();
      this.#isReleasing = true;
      await queue.release({ endpointId, wakeUps: this.#state.wakeUps }, this.#owner);
    } catch (error) {
      this.#isReleasing = true;
      // the lease is kept: the cause may be gone when it expires
      log.warn({ err: error, webhook: endpointId }, 'webhook dispatch failed; retrying after the lease expires');
      this.stop();
      // messages in flight must not overlap with those of another process
      while (this.#state.inFlight > 0) await this.#wakeUp.wait();
    }
  }

  async #dispatch(): Promise<void> {
    const state = this.#state;
    for (;;) {
      if (state.shouldRereadWaiting) state.rereadWaiting();
      if (state.shouldReadEndpoint) await failBacklogIfDisabled(this.#deps, state);
      if (state.shouldReadBacklog) await bufferDueDeliveries(this.#deps, state);
      this.#startSending();
      if (state.shouldRecord) await recordResults(this.#deps, state);
      if (state.shouldRecord || state.shouldReadBacklog || state.shouldReadEndpoint) continue;
      if (state.isFinished()) break;
      await this.#wakeUp.wait();
    }
    if (state.failure !== undefined) throw state.failure;
  }

  #startSending(): void {
    const state = this.#state;
    const { current: endpoint, isStale } = state.endpointCache;
    if (endpoint === undefined || isStale) return;
    while (state.hasFreeSlot && state.mayStart) {
      const next = state.buffer.next(this.#deps.systemClock.now().getTime());
      if (next === undefined) return;
      state.resetIdleTime();
      void sendDelivery(this.#deps, state, { ...next, endpoint }).then(() => {
        this.#startSending();
        this.#wakeUp.signal();
      });
    }
  }
}
