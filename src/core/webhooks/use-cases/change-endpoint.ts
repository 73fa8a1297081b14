import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/storage.ts';
import { endpointAuditEntry } from '../audit-entries.ts';
import { endpointChanged } from '../events.ts';
import { type EndpointFields, type EndpointId, WebhookEndpoint } from '../webhook-endpoint.ts';
import type { WebhookTargets } from '../webhook-targets.ts';
import { requireTarget } from './require-target.ts';

export type ChangeEndpoint = (
  actor: Actor,
  command: Readonly<{ id: EndpointId; fields: Partial<EndpointFields>; expected: ExpectedVersions }>,
) => Promise<Work<WebhookEndpoint>>;

export const makeChangeEndpoint =
  ({ targets, clock }: Readonly<{ targets: WebhookTargets; clock: Clock }>): ChangeEndpoint =>
  async (actor, { id, fields, expected }) => {
    if (fields.url !== undefined) await requireTarget(targets, fields.url);
    return async (tx) => {
      const before = await tx.webhooks.get(id);
      await requireVersion(tx.events, before, expected);
      const at = clock.now();
      const after = WebhookEndpoint.change(before, fields, at);
      await tx.webhooks.save(after);
      // pending deliveries apply the change at once, or are given up, rather than when they are due
      await tx.deliveries.wake(id, at);
      await tx.events.append(endpointChanged(before, after));
      await tx.audit.append(endpointAuditEntry(actor, 'updated', { before, after, at }));
      return after;
    };
  };
