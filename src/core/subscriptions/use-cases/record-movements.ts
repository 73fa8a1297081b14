// Why: docs/decisions/0044-subscription-movements.md

import { Money } from '#core/shared/money.ts';
import { monthlyAmount } from '../monthly-amount.ts';
import type { SubscriptionsTx } from '../ports.ts';
import type { Subscription } from '../subscription.ts';
import { isRecurring, SubscriptionMovement } from '../subscription-movement.ts';

/** Records how a step of a locked subscription changes its MRR and its trial. Most steps cost no statement. */
export const recordMovements = async (
  tx: SubscriptionsTx,
  step: Parameters<typeof SubscriptionMovement.of>[0],
): Promise<void> => {
  if (!SubscriptionMovement.isPossible(step)) return;
  const { before, after } = step;
  const [last, mrr] = await Promise.all([
    before === null ? undefined : tx.subscriptionMovements.findLast(after.id),
    mrrOf(tx, after),
  ]);
  const movements = SubscriptionMovement.of(step, { last, mrr });
  if (movements.length > 0) await tx.subscriptionMovements.add(movements);
};

/** A plan that is used is not removed, and what it costs never changes. */
const mrrOf = async (tx: SubscriptionsTx, subscription: Subscription): Promise<Money> => {
  const { plan: subscribed, currency } = subscription;
  if (!isRecurring(subscription)) return Money.ofMinor(0n, currency);
  const plan = await tx.plans.find(subscribed.planId);
  if (plan === undefined) throw new TypeError(`The plan ${subscribed.planId} is gone.`);
  return monthlyAmount(plan, subscribed.quantity);
};
