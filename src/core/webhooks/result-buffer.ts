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
  #gone: WebhookEndpoint | undefined;

  get isEmpty(): boolean {
    return this.#results.length === 0;
  }

  /** @param sentTo The endpoint as cached when the message was sent. */
  add(result: DeliveryResult, sentTo?: WebhookEndpoint): void {
    if (this.isEmpty) this.#oldest = result.attempt.at.getTime();
    this.#results.push(result);
    if (isGone(result.attempt)) this.#gone = sentTo;
  }

  /** Adds the failure of a delivery whose event is past its retention period. */
  addRemovedEvent(id: DeliveryId, at: Date): void {
    const attempt = { at, durationMs: 0, status: null, error: 'event_removed', body: null } as const;
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

  /** Removes and returns all results, and the endpoint that responded with 410, if any. */
  take(): Readonly<{ results: readonly DeliveryResult[]; gone: WebhookEndpoint | undefined }> {
    const batch = { results: this.#results, gone: this.#gone };
    [this.#results, this.#gone] = [[], undefined];
    return batch;
  }
}
