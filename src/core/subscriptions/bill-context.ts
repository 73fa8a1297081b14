import type { Address } from '#core/shared/address.ts';
import type { Transaction } from '#core/storage.ts';
import type { BillPart } from './bill.ts';
import type { Plan, PlanId } from './plan.ts';
import type { Subscription } from './subscription.ts';

/** What an invoice has of its user. */
type Buyer = Readonly<{ email: string; name: string | null; addresses: readonly Address[] }>;

/** What bills are priced with. */
export type BillContext = Readonly<{ user: Buyer | undefined; plans: ReadonlyMap<PlanId, Plan> }>;

export const BillContext = {
  /** Reads without locks. */
  read: async (tx: Transaction, userId: Subscription['userId'], planIds: Iterable<PlanId>): Promise<BillContext> => {
    const [user, ...plans] = await Promise.all([
      tx.users.find(userId),
      ...[...new Set(planIds)].map((id) => tx.plans.find(id)),
    ]);
    return { user, plans: new Map(plans.flatMap((plan) => (plan === undefined ? [] : [[plan.id, plan] as const]))) };
  },

  /** What the next bill of a subscription is priced with. */
  readNext: (tx: Transaction, { userId, plan, nextPlan, unbilled }: Subscription): Promise<BillContext> =>
    BillContext.read(tx, userId, [
      plan.planId,
      ...(nextPlan === null ? [] : [nextPlan.planId]),
      ...planIdsOf(unbilled),
    ]),
};

export const planIdsOf = (bill: readonly BillPart[]): readonly PlanId[] => bill.map(({ plan }) => plan.planId);
