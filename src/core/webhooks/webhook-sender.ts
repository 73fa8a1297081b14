import type { Attempt } from './delivery.ts';

/** An event on its way to an endpoint. */
export type WebhookMessage = Readonly<{
  url: string;
  /** `webhook-id`: the event's id, the same at every try. */
  id: string;
  /** `webhook-sequence`; left out of a test. */
  sequence?: number | undefined;
  body: string;
  /** Encrypted, the newest first; it is signed with each. */
  secrets: readonly string[];
}>;

/** What came of it. */
export type WebhookResponse = Attempt &
  Readonly<{
    /** How long the receiver asks to be left alone, in milliseconds; null if it says nothing, or nothing sensible. */
    retryAfterMs: number | null;
  }>;

/** Sends messages by HTTP, signed as Standard Webhooks says. */
export interface WebhookSender {
  /**
   * Sends a message and gives what came of it within 15 seconds: whatever a receiver does is an answer, no error.
   * Redirects are not followed; what is not allowed to be reached is not connected to.
   */
  send(message: WebhookMessage): Promise<WebhookResponse>;
}
