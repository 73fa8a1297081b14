import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { WebhooksTx } from '../ports.ts';
import { endpointAuditEntry, endpointChanged } from '../records.ts';
import { type DisabledReason, WebhookEndpoint } from '../webhook-endpoint.ts';

/** Disables an endpoint because of its responses, unless it was enabled again or changed since they were sent. */
export type DisableEndpoint = (
  sentTo: Pick<WebhookEndpoint, 'id' | 'url' | 'enabledAt'>,
  reason: DisabledReason,
) => Promise<void>;

export const makeDisableEndpoint =
  ({
    unitOfWork,
    systemClock,
  }: Readonly<{ unitOfWork: UnitOfWork<WebhooksTx>; systemClock: SystemClock }>): DisableEndpoint =>
  (sentTo, reason) =>
    unitOfWork.run(async (tx) => {
      const before = await tx.webhooks.get(sentTo.id);
      if (before.url !== sentTo.url || before.enabledAt > sentTo.enabledAt) return;
      const at = systemClock.now();
      const after = WebhookEndpoint.disable(before, reason, at);
      if (after === before) return;
      await tx.webhooks.save(after);
      await tx.events.append(Actor.system, endpointChanged(before, after));
      await tx.audit.append(endpointAuditEntry(Actor.system, 'disabled', { before, after, at }));
    });
