import { StalePreparationError } from '#core/shared/stale-preparation.ts';
import type { BillPart } from './bill.ts';
import type { Plan, PlanId } from './plan.ts';
import type { SubscriptionsTx } from './ports.ts';
import type { Subscription } from './subscription.ts';
import type { UsageAggregation } from './usage.ts';

/** The usage that a part of a bill is for. */
export type BilledUsage = Readonly<{ part: BillPart; aggregation: UsageAggregation; quantity: number }>;

type Billed = Readonly<{
  subscription: Pick<Subscription, 'id'>;
  bill: readonly BillPart[];
  planOf: (id: PlanId) => Plan;
}>;

/** The usage of each part that bills it. */
export const usageOf = async (
  tx: SubscriptionsTx,
  { subscription, bill, planOf }: Billed,
): Promise<readonly BilledUsage[]> => {
  const used: BilledUsage[] = [];
  for (const part of bill) {
    const { usage: aggregation } = planOf(part.plan.planId);
    if (part.kind !== 'usage' || aggregation === null) continue;
    const quantity = await tx.usage.total({ subscriptionId: subscription.id, span: part.span, aggregation });
    used.push({ part, aggregation, quantity });
  }
  return used;
};

/** @throws StalePreparationError if usage was recorded since it was read. The subscription must be locked. */
export const requireSameUsage = async (
  tx: SubscriptionsTx,
  { id }: Pick<Subscription, 'id'>,
  usage: readonly BilledUsage[],
): Promise<void> => {
  for (const { part, aggregation, quantity } of usage) {
    const current = await tx.usage.total({ subscriptionId: id, span: part.span, aggregation });
    if (current !== quantity) throw new StalePreparationError(`Usage of ${id} was recorded meanwhile.`);
  }
};
