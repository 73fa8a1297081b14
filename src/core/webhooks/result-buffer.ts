import type { DeliveryId, DeliveryResult } from './delivery.ts';
import { isGone } from './outcome-of.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** So many are recorded together, and none waits longer than this for others. */
const RECORDED_AT_ONCE = 64;
const UNRECORDED_MS = 100;

/** What came of deliveries and is to be recorded. */
export class ResultBuffer {
  #results: DeliveryResult[] = [];
  #noted = 0;
  #gone: WebhookEndpoint | undefined;

  get isEmpty(): boolean {
    return this.#results.length === 0;
  }

  /** @param sentTo The endpoint as it was known when it was sent to. */
  note(result: DeliveryResult, sentTo?: WebhookEndpoint): void {
    if (this.isEmpty) this.#noted = result.attempt.at.getTime();
    this.#results.push(result);
    if (isGone(result.attempt)) this.#gone = sentTo;
  }

  /** There was nothing to send: the event was not kept for as long as this took. */
  noteRemoved(id: DeliveryId, at: Date): void {
    const attempt = { at, durationMs: 0, status: null, error: 'event_removed', body: null } as const;
    this.note({ id, attempt, outcome: { kind: 'failed' } });
  }

  /**
   * While there is more to send, what was received is recorded together with what comes after, which costs less; but nothing
   * that another step follows from, and nothing for long.
   */
  isDue(isBusy: boolean, now: number): boolean {
    if (this.isEmpty) return false;
    if (!isBusy || this.#results.length >= RECORDED_AT_ONCE || now - this.#noted >= UNRECORDED_MS) return true;
    return this.#results.some(({ outcome }) => outcome.kind !== 'succeeded');
  }

  /** All of it, and the endpoint that answered that it is gone, if one did. */
  take(): Readonly<{ results: readonly DeliveryResult[]; gone: WebhookEndpoint | undefined }> {
    const taken = { results: this.#results, gone: this.#gone };
    [this.#results, this.#gone] = [[], undefined];
    return taken;
  }
}
