import type { SystemClock } from '#core/shared/clock.ts';
import { Lease } from '#core/shared/lease.ts';
import type { Log } from '#core/shared/log.ts';
import type { Random } from '#core/shared/random.ts';
import { DeliveryBuffer, ResultBuffer } from '../delivery-buffers.ts';
import type { RetrySchedule } from '../delivery-outcome.ts';
import type { OwnedEndpoint } from '../endpoint-access.ts';
import type { EventBodies } from '../event-bodies.ts';
import type { DeliveryQueue, WebhookQueries, WebhookSender } from '../ports.ts';
import type { DisableEndpoint } from '../use-cases/disable-endpoint.ts';
import type { EndpointId } from '../webhook-endpoint.ts';

export type DispatcherDeps = Readonly<{
  queue: DeliveryQueue;
  queries: Pick<WebhookQueries, 'findEndpoint'>;
  bodies: EventBodies;
  sender: WebhookSender;
  disableEndpoint: DisableEndpoint;
  /** Read for each failure. */
  schedule: () => Promise<RetrySchedule>;
  random: Random;
  systemClock: SystemClock;
  log: Log;
  /** Called for every attempt. */
  observe: (attempt: Readonly<{ endpointId: EndpointId; outcome: 'succeeded' | 'failed' | 'given_up' }>) => void;
}>;

/** Caches an endpoint, so that it is not read for every delivery. */
export class EndpointCache {
  readonly #queries: Pick<WebhookQueries, 'findEndpoint'>;
  readonly #id: EndpointId;
  #endpoint: OwnedEndpoint | undefined;
  #invalidations = 1;
  /** The number of invalidations before the last read. */
  #readAfter = 0;

  constructor(queries: Pick<WebhookQueries, 'findEndpoint'>, id: EndpointId) {
    this.#queries = queries;
    this.#id = id;
  }

  /** The cached endpoint; undefined before the first read and after its deletion. */
  get current(): OwnedEndpoint | undefined {
    return this.#endpoint;
  }

  /** Marks the cache stale: the endpoint is read again on the next use. */
  invalidate(): void {
    this.#invalidations += 1;
  }

  /** Whether the endpoint must be read again. */
  get isStale(): boolean {
    return this.#readAfter !== this.#invalidations;
  }

  async isEnabled(): Promise<boolean> {
    if (this.isStale) {
      // an invalidation during the read must outlast it
      const invalidations = this.#invalidations;
      this.#endpoint = await this.#queries.findEndpoint(this.#id);
      this.#readAfter = invalidations;
    }
    return this.#endpoint?.enabled === true;
  }
}

/** The concurrency per endpoint, and while it fails. */
const MAX_IN_FLIGHT = 16;
const MAX_IN_FLIGHT_FAILING = 4;

/** The size of a batch of due deliveries; the next one is read when fewer than half of it wait. */
export const READ_BATCH_SIZE = 100;

/** How long an idle endpoint stays leased: while events arrive, keeping the lease is cheaper. */
const IDLE_TIMEOUT_MS = 1_000;

type Init = Readonly<{
  endpointId: EndpointId;
  wakeUps: number;
  leasedUntil: Date;
  queries: Pick<WebhookQueries, 'findEndpoint'>;
  systemClock: SystemClock;
}>;

/** What a dispatcher knows about its endpoint, and what it should do next. */
export class DispatchState {
  readonly endpointId: EndpointId;
  /** Read deliveries that wait or are in flight. */
  readonly buffer = new DeliveryBuffer();
  /** Results that are not recorded yet. */
  readonly results = new ResultBuffer();
  readonly endpointCache: EndpointCache;
  readonly #systemClock: SystemClock;
  /** The queue's counter when it was polled last. */
  wakeUps: number;
  leasedUntil: Date;
  /** The number of messages without a response. */
  inFlight = 0;
  /** Whether the last attempt failed. */
  isFailing = false;
  /** Whether the storage may have due deliveries that are not read yet. */
  mayHaveBacklog = true;
  /** Whether a delivery failed that will be due again; then an idle endpoint is released at once. */
  willRetry = false;
  isStopping = false;
  /** An unexpected error of the sender, which ends the dispatch. */
  failure: unknown;
  #idleSince: Date | undefined;

  constructor({ endpointId, wakeUps, leasedUntil, queries, systemClock }: Init) {
    this.endpointId = endpointId;
    this.endpointCache = new EndpointCache(queries, endpointId);
    this.wakeUps = wakeUps;
    this.leasedUntil = leasedUntil;
    this.#systemClock = systemClock;
  }

  /** Starts nothing more. */
  stop(): void {
    this.isStopping = true;
    this.buffer.dropWaiting();
  }

  /** Drops the waiting deliveries, so that they are read again with current data. */
  rereadWaiting(): void {
    this.buffer.dropWaiting();
    this.mayHaveBacklog = true;
  }

  /** Marks the endpoint as busy. */
  resetIdleTime(): void {
    this.#idleSince = undefined;
  }

  get mayStart(): boolean {
    return !this.isStopping && Lease.allowsWork({ until: this.leasedUntil }, this.#systemClock.now());
  }

  get hasFreeSlot(): boolean {
    return this.inFlight < (this.isFailing ? MAX_IN_FLIGHT_FAILING : MAX_IN_FLIGHT);
  }

  get shouldRereadWaiting(): boolean {
    return this.hasFreeSlot && this.buffer.isStale(this.#nowMs());
  }

  get shouldReadEndpoint(): boolean {
    return this.endpointCache.isStale && !this.isStopping;
  }

  get shouldReadBacklog(): boolean {
    return this.mayHaveBacklog && this.mayStart && this.buffer.waiting < READ_BATCH_SIZE / 2;
  }

  get shouldRecord(): boolean {
    // an ordered endpoint's next delivery waits for this result
    const isOrdered = this.endpointCache.current?.ordering === 'resource';
    const isBusy = this.inFlight > 0 && this.buffer.waiting > 0 && !this.isStopping && !isOrdered;
    return this.results.isDue(isBusy, this.#nowMs());
  }

  /** Whether the endpoint should be released. */
  isFinished(): boolean {
    if (this.inFlight > 0 || !this.results.isEmpty) return false;
    if (!this.mayStart) return true;
    if (this.buffer.waiting > 0) return false;
    const now = this.#systemClock.now();
    this.#idleSince ??= now;
    return this.willRetry || now.getTime() - this.#idleSince.getTime() >= IDLE_TIMEOUT_MS;
  }

  #nowMs(): number {
    return this.#systemClock.now().getTime();
  }
}
