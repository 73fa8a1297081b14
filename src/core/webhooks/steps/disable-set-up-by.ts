import type { Actor } from '#core/shared/actor.ts';
import type { SetUpBy, WebhooksTx } from '../ports.ts';
import { endpointAuditEntry, endpointChanged } from '../records.ts';
import { type EndpointId, WebhookEndpoint } from '../webhook-endpoint.ts';

type Ended = Partial<SetUpBy> & Readonly<{ reason?: 'session_ended' | 'key_revoked'; at: Date }>;

/**
 * Disables the endpoints that sessions and keys set up which ended by force: a thief may have set them up to go on reading.
 * @returns the ids of the endpoints that were enabled before.
 */
export const disableSetUpBy = async (
  tx: WebhooksTx,
  actor: Actor,
  { at, reason = 'session_ended', ...ended }: Ended,
): Promise<readonly EndpointId[]> => {
  const by = { sessions: [], keys: [], ownerId: null, ...ended };
  const disabled: EndpointId[] = [];
  for (const before of await tx.webhooks.listSetUpBy(by)) {
    const after = WebhookEndpoint.disable(before, reason, at);
    if (after === before) continue;
    await tx.webhooks.save(after);
    await tx.deliveries.wake(before.id, at);
    await tx.events.append(actor, endpointChanged(before, after));
    await tx.audit.append(endpointAuditEntry(actor, 'disabled', { before, after, at }));
    if (before.enabled) disabled.push(before.id);
  }
  return disabled;
};
