import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { requireEndpointAccess } from '../endpoint-access.ts';
import type { WebhooksTx } from '../ports.ts';
import { endpointAuditEntry } from '../records.ts';
import type { EndpointId } from '../webhook-endpoint.ts';

export type DeleteEndpoint = (
  actor: Actor,
  command: Readonly<{ id: EndpointId; expected: ExpectedVersions }>,
) => Work<void, WebhooksTx>;

export const makeDeleteEndpoint =
  ({ systemClock }: { systemClock: SystemClock }): DeleteEndpoint =>
  (actor, { id, expected }) =>
  async (tx) => {
    const before = await tx.webhooks.get(id);
    requireEndpointAccess(actor, before);
    await requireVersion(tx.events, before, expected);
    const at = systemClock.now();
    await tx.webhooks.remove(id);
    await tx.deliveries.wake(id, at);
    await tx.audit.append(endpointAuditEntry(actor, 'deleted', { before, after: null, at }));
  };
