import type { DeliveryId, DueDelivery } from './delivery.ts';

/** A delivery with what is to be sent, as it was read at a time in milliseconds. */
export type BufferedDelivery = Readonly<{ delivery: DueDelivery; body: string; readAt: number }>;

/** What an event says may be so old when it is sent: it may be erased. */
const FRESH_MS = 1_000;

/** What was read to be sent to an endpoint and is not recorded yet: some of it is being sent, the rest waits. */
export class DeliveryBuffer {
  readonly #ids = new Set<DeliveryId>();
  #waiting: BufferedDelivery[] = [];

  get ids(): readonly DeliveryId[] {
    return [...this.#ids];
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  add(taken: BufferedDelivery): void {
    this.#ids.add(taken.delivery.id);
    this.#waiting.push(taken);
  }

  /** The next one to be sent; none where it waited too long and is to be read anew. */
  next(now: number): BufferedDelivery | undefined {
    return this.isStale(now) ? undefined : this.#waiting.shift();
  }

  isStale(now: number): boolean {
    const [first] = this.#waiting;
    return first !== undefined && now - first.readAt >= FRESH_MS;
  }

  /** Leaves alone what waits. */
  dropWaiting(): void {
    for (const { delivery } of this.#waiting) this.#ids.delete(delivery.id);
    this.#waiting = [];
  }

  recorded(id: DeliveryId): void {
    this.#ids.delete(id);
  }
}
