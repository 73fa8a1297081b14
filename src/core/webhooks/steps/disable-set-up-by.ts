import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { WebhooksTx } from '../ports.ts';
import { endpointAuditEntry, endpointChanged } from '../records.ts';
import { type EndpointId, WebhookEndpoint } from '../webhook-endpoint.ts';

type Ended = Readonly<{
  sessions: readonly Id<'ses'>[];
  /** The user whose endpoints are all disabled; null for none but those that the sessions set up. */
  ownerId: Id<'usr'> | null;
  at: Date;
}>;

/**
 * Disables the endpoints that sessions set up which ended by force, with the keys that they created: a thief of a session
 * may have set them up to go on reading.
 * @returns the ids of the endpoints that were disabled.
 */
export const disableSetUpBy = async (
  tx: WebhooksTx,
  actor: Actor,
  { sessions, ownerId, at }: Ended,
): Promise<readonly EndpointId[]> => {
  const disabled: EndpointId[] = [];
  for (const before of await tx.webhooks.listSetUpBy({ sessions, ownerId })) {
    const after = WebhookEndpoint.disable(before, 'session_ended', at);
    if (after === before) continue;
    await tx.webhooks.save(after);
    await tx.deliveries.wake(before.id, at);
    await tx.events.append(actor, endpointChanged(before, after));
    await tx.audit.append(endpointAuditEntry(actor, 'disabled', { before, after, at }));
    disabled.push(before.id);
  }
  return disabled;
};
