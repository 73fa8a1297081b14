import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Plan, type PlanId, type PlanPatch, planView } from '../plan.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { planAuditEntry, planUpdated } from '../records.ts';

export type ChangePlan = (
  actor: Actor,
  command: Readonly<{ id: PlanId; patch: PlanPatch; expected: ExpectedVersions }>,
) => Work<Plan, SubscriptionsTx>;

export const makeChangePlan =
  ({ clock }: Readonly<{ clock: BusinessClock }>): ChangePlan =>
  (actor, { id, patch, expected }) =>
  async (tx) => {
    const before = await requireVersion(tx.events, await tx.plans.get(id), expected);
    const at = clock.now();
    const { currency: storeCurrency } = await tx.shopRules.read();
    const after = Plan.change(before, patch, { storeCurrency, at });
    if (isUnchanged(planView(before), planView(after))) return before;
    await tx.plans.save(after);
    await tx.events.append(actor, planUpdated(before, after));
    await tx.audit.append(planAuditEntry(actor, 'updated', { before, after, at }));
    return after;
  };
