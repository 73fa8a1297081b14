import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { WebhooksTx } from '../ports.ts';
import { endpointAuditEntry, endpointChanged } from '../records.ts';
import { type EndpointId, WebhookEndpoint } from '../webhook-endpoint.ts';

/** What happened to the owner. */
type OwnerChange = 'disabled' | 'erased' | 'other_scopes';

/**
 * Applies a change of a user to the user's endpoints: those of a disabled or erased user are disabled, and those of one
 * with other scopes are read again by the processes that deliver to them.
 * @returns the ids of the endpoints that were disabled.
 */
export const applyOwnerChange = async (
  tx: WebhooksTx,
  actor: Actor,
  { ownerId, change, at }: Readonly<{ ownerId: Id<'usr'>; change: OwnerChange; at: Date }>,
): Promise<readonly EndpointId[]> => {
  const disabled: EndpointId[] = [];
  for (const before of await tx.webhooks.listOf(ownerId)) {
    const after = afterOwnerChange(before, change, at);
    if (after === before) continue;
    await tx.webhooks.save(after);
    await tx.deliveries.wake(before.id, at);
    if (change === 'other_scopes') continue;
    await tx.events.append(actor, endpointChanged(before, after));
    await tx.audit.append(endpointAuditEntry(actor, 'disabled', { before, after, at }));
    if (before.enabled) disabled.push(before.id);
  }
  return disabled;
};

const afterOwnerChange = (endpoint: WebhookEndpoint, change: OwnerChange, at: Date): WebhookEndpoint => {
  switch (change) {
    case 'disabled':
      return WebhookEndpoint.disable(endpoint, 'owner_disabled', at);
    case 'erased':
      return WebhookEndpoint.withoutOwner(endpoint, at);
    case 'other_scopes':
      return WebhookEndpoint.withChangedOwner(endpoint, at);
  }
};
