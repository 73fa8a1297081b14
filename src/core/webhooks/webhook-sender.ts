import type { Attempt } from './delivery.ts';

/** A message to an endpoint. */
export type WebhookMessage = Readonly<{
  url: string;
  /** `webhook-id`: the event's id, the same for every attempt. */
  id: string;
  /** `webhook-sequence`; omitted for a test. */
  sequence?: number | undefined;
  body: string;
  /** Encrypted, the newest first; the message is signed with each. */
  secrets: readonly string[];
}>;

/** The result of an attempt. */
export type WebhookResponse = Attempt &
  Readonly<{
    /** The parsed `Retry-After` in milliseconds; null if absent or invalid. */
    retryAfterMs: number | null;
  }>;

/** Sends messages over HTTP, signed by Standard Webhooks. */
export interface WebhookSender {
  /**
   * Sends a message and returns the result within 15 seconds; failures of the receiver are results, not exceptions.
   * Redirects are not followed, and forbidden addresses are not connected to.
   */
  send(message: WebhookMessage): Promise<WebhookResponse>;
}
