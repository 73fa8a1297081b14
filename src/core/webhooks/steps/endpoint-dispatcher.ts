import type { LeaseRequest } from '#core/shared/lease.ts';
import type { ClaimedEndpoint, EndpointState } from '../ports.ts';
import type { EndpointId } from '../webhook-endpoint.ts';
import { bufferDueDeliveries, failBacklogIfDisabled } from './buffer-due-deliveries.ts';
import { DispatchState } from './dispatch-state.ts';
import type { DispatcherDeps } from './dispatcher-deps.ts';
import { recordResults } from './record-results.ts';
import { sendDelivery } from './send-delivery.ts';

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
