import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { conflict } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { PlanId } from '../plan.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { planAuditEntry, planDeleted } from '../records.ts';

export type DeletePlan = (
  actor: Actor,
  command: Readonly<{ id: PlanId; expected: ExpectedVersions }>,
) => Work<void, SubscriptionsTx>;

export const makeDeletePlan =
  ({ clock }: Readonly<{ clock: BusinessClock }>): DeletePlan =>
  (actor, { id, expected }) =>
  async (tx) => {
    const plan = await requireVersion(tx.events, await tx.plans.get(id), expected);
    if (await tx.subscriptions.isPlanUsed(id)) throw planUsed(id);
    const at = clock.now();
    await tx.plans.remove(id);
    await tx.events.append(actor, planDeleted(plan, at));
    await tx.audit.append(planAuditEntry(actor, 'deleted', { before: plan, after: null, at }));
  };

const planUsed = (id: PlanId) => conflict(`The plan ${id} has subscriptions. Archive it: set status to archived.`);
