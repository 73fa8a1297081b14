import type { UndiciSender } from '#adapters/webhooks/undici-sender.ts';
import type { EventBodies } from '#core/webhooks/event-bodies.ts';
import { token } from '../injection.ts';

export const WEBHOOKS = {
  sender: token<UndiciSender>('WebhookSender'),
  eventBodies: token<EventBodies>('EventBodies'),
};
