import type { DeliveryId, DueDelivery } from './delivery.ts';

/** A delivery with its body and the time it was read, in milliseconds. */
export type BufferedDelivery = Readonly<{ delivery: DueDelivery; body: string; readAt: number }>;

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
