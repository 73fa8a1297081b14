import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { requireEndpointAccess } from '../endpoint-access.ts';
import type { WebhookSecrets, WebhooksTx } from '../ports.ts';
import { endpointAuditEntry } from '../records.ts';
import { type EndpointId, WebhookEndpoint } from '../webhook-endpoint.ts';
import type { IssuedEndpoint } from './create-endpoint.ts';

/** Signs with a new secret from now on, and with the earlier ones until the overlap ends. */
export type RotateSecret = (
  actor: Actor,
  command: Readonly<{ id: EndpointId; overlapSeconds: number }>,
) => Work<IssuedEndpoint, WebhooksTx>;

export const makeRotateSecret =
  ({ secrets, systemClock }: Readonly<{ secrets: WebhookSecrets; systemClock: SystemClock }>): RotateSecret =>
  (actor, { id, overlapSeconds }) =>
  async (tx) => {
    const before = await tx.webhooks.get(id);
    requireEndpointAccess(actor, before);
    const { secret, encrypted } = secrets.make();
    const at = systemClock.now();
    const after = WebhookEndpoint.rotate(before, { encrypted, overlapMs: overlapSeconds * 1000, at });
    await tx.webhooks.save(after);
    await tx.deliveries.wake(id, at);
    await tx.audit.append(endpointAuditEntry(actor, 'secret_rotated', { before, after, at }));
    return { endpoint: after, secret };
  };
