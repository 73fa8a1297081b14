import type { DeliveryId, DeliveryResult } from './delivery.ts';
import { isGone } from './outcome-of.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

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
