import type { Address } from '#core/shared/address.ts';
import type { Id } from '#core/shared/id.ts';
import { type BillPart, isCharge } from './bill.ts';
import type { Plan, PlanId } from './plan.ts';
import type { SubscriptionsTx } from './ports.ts';
import type { Subscription } from './subscription.ts';

/** The subscription's payment method, or else the user's default; null if there is none. */
export const findMethodToCharge = async (
  tx: SubscriptionsTx,
  { paymentMethodId, userId }: Pick<Subscription, 'paymentMethodId' | 'userId'>,
): Promise<Id<'pm'> | null> => paymentMethodId ?? (await tx.paymentMethods.findDefault(userId)) ?? null;

/** What an invoice has of its user. */
type Buyer = Readonly<{ email: string; name: string | null; addresses: readonly Address[] }>;

/** What bills are priced with. */
export type BillContext = Readonly<{ user: Buyer | undefined; plans: ReadonlyMap<PlanId, Plan> }>;

export type NextBillContext = BillContext & Readonly<{ methodId: Id<'pm'> | null }>;

export const BillContext = {
  /** Reads without locks. */
  read: async (
    tx: SubscriptionsTx,
    userId: Subscription['userId'],
    planIds: Iterable<PlanId>,
  ): Promise<BillContext> => {
    const [user, ...plans] = await Promise.all([
      tx.users.find(userId),
      ...[...new Set(planIds)].map((id) => tx.plans.find(id)),
    ]);
    return { user, plans: new Map(plans.flatMap((plan) => (plan === undefined ? [] : [[plan.id, plan] as const]))) };
  },

  /** What the next bill of a subscription is priced with and charged to. */
  readNext: async (tx: SubscriptionsTx, subscription: Subscription): Promise<NextBillContext> => {
    const { userId, plan, nextPlan, unbilled } = subscription;
    const planIds = [plan.planId, ...(nextPlan === null ? [] : [nextPlan.planId]), ...planIdsOf(unbilled)];
    const [context, methodId] = await Promise.all([
      BillContext.read(tx, userId, planIds),
      findMethodToCharge(tx, subscription),
    ]);
    return { ...context, methodId };
  },
};

/** The plans that price the parts. A credit is of what was charged. */
export const planIdsOf = (bill: readonly BillPart[]): readonly PlanId[] =>
  bill.filter(isCharge).map(({ plan }) => plan.planId);
