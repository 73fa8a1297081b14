import type { SentEvent } from '#core/events/event-feed.ts';
import type { DeliveryId, DeliveryResult, DueDelivery } from './delivery.ts';
import { isGone } from './delivery-outcome.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** A delivery with its event and the time it was read, in milliseconds. */
export type BufferedDelivery = Readonly<{ delivery: DueDelivery; event: SentEvent; readAt: number }>;

/** The maximum age of a body when it is sent, since the event may be erased. */
const FRESH_MS = 1_000;

/** Deliveries of an endpoint that were read and not recorded: in flight or waiting. */
export class DeliveryBuffer {
  readonly #ids = new Set<DeliveryId>();
  #waiting: BufferedDelivery[] = [];

  get ids(): readonly DeliveryId[] {
    return [...this.#ids];
  }

  /** The number of waiting deliveries. */
  get waiting(): number {
    return this.#waiting.length;
  }

  add(buffered: BufferedDelivery): void {
    this.#ids.add(buffered.delivery.id);
    this.#waiting.push(buffered);
  }

  /** The next delivery to send; undefined if none waits or the waiting ones are stale. */
  next(now: number): BufferedDelivery | undefined {
    return this.isStale(now) ? undefined : this.#waiting.shift();
  }

  isStale(now: number): boolean {
    const [first] = this.#waiting;
    return first !== undefined && now - first.readAt >= FRESH_MS;
  }

  /** Drops the waiting deliveries, so that they can be read again. */
  dropWaiting(): void {
    for (const { delivery } of this.#waiting) this.#ids.delete(delivery.id);
    this.#waiting = [];
  }

  /** Removes a delivery whose result is recorded. */
  remove(id: DeliveryId): void {
    this.#ids.delete(id);
  }
}

/** The batch size of results, and the longest time a result waits for others. */
const BATCH_SIZE = 64;
const MAX_DELAY_MS = 100;

/** Results of deliveries that are not recorded yet. */
export class ResultBuffer {
  #results: DeliveryResult[] = [];
  #oldest = 0;
  #goneEndpoint: WebhookEndpoint | undefined;

  get isEmpty(): boolean {
    return this.#results.length === 0;
  }

  /** @param sentTo The endpoint as cached when the message was sent. */
  add(result: DeliveryResult, sentTo?: WebhookEndpoint): void {
    if (this.isEmpty) this.#oldest = result.attempt.at.getTime();
    this.#results.push(result);
    if (isGone(result.attempt)) this.#goneEndpoint = sentTo;
  }

  /** Adds the failure of a delivery that must not be sent. */
  addUnsent(id: DeliveryId, error: 'event_removed' | 'not_permitted', at: Date): void {
    const attempt = { at, durationMs: 0, status: null, error, body: null } as const;
    this.add({ id, attempt, outcome: { kind: 'failed' } });
  }

  /**
   * During a busy phase, successes are recorded together, which costs less; failures and old results are recorded at
   * once.
   */
  isDue(isBusy: boolean, now: number): boolean {
    if (this.isEmpty) return false;
    if (!isBusy || this.#results.length >= BATCH_SIZE || now - this.#oldest >= MAX_DELAY_MS) return true;
    return this.#results.some(({ outcome }) => outcome.kind !== 'succeeded');
  }

  /** Removes all results and returns them, and the endpoint, as cached for the message that it responded to with 410, if any. */
  drain(): Readonly<{ results: readonly DeliveryResult[]; goneEndpoint: WebhookEndpoint | undefined }> {
    const batch = { results: this.#results, goneEndpoint: this.#goneEndpoint };
    [this.#results, this.#goneEndpoint] = [[], undefined];
    return batch;
  }
}
