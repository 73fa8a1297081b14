import { unknownUser } from '#core/access/ownership.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { StalePreparationError } from '#core/shared/unit-of-work.ts';
import { Plan } from '../plan.ts';
import type { SubscriptionsTx } from '../ports.ts';
import type { Subscription } from '../subscription.ts';

/** The trial that a plan offers a user, in days: 0 if it was used. */
export const offeredTrialDays = async (
  tx: Pick<SubscriptionsTx, 'subscriptions'>,
  plan: Plan,
  userId: Subscription['userId'],
): Promise<number> => {
  const { trialOnce, trialDays } = plan;
  const isUsed = trialOnce && trialDays > 0 && (await tx.subscriptions.hadTrial(userId, Plan.trialKey(plan)));
  return isUsed ? 0 : trialDays;
};

/**
 * Locks the customer of a subscription that begins or changes its plan, so that nothing of theirs is counted meanwhile.
 * @throws DomainError `unknown_reference` for an erased one.
 */
export const lockCustomer = async (
  tx: Pick<SubscriptionsTx, 'users'>,
  userId: Subscription['userId'],
): Promise<Readonly<{ trusted: boolean }>> => {
  const customer = await tx.users.lock(userId);
  if (customer === undefined) throw unknownUser();
  return customer;
};

type Begun = Readonly<{
  userId: Subscription['userId'];
  /** What a new subscription was offered; null: staff chose. */
  trialDays: number | null;
}>;

/**
 * What a customer has of a plan, read again once the customer is locked.
 * @throws StalePreparationError if a trial was used meanwhile.
 * @throws DomainError `validation_failed` for one subscription too many.
 */
export const requireWithinLimits = async (
  tx: Pick<SubscriptionsTx, 'subscriptions'>,
  plan: Plan,
  { userId, trialDays }: Begun,
): Promise<void> => {
  await requireRoom(tx, plan, userId);
  if (trialDays !== null && trialDays !== (await offeredTrialDays(tx, plan, userId))) {
    throw new StalePreparationError('The trial was used meanwhile, or is another one.');
  }
};

/** @throws DomainError `validation_failed` for one subscription too many. */
export const requireRoom = async (
  tx: Pick<SubscriptionsTx, 'subscriptions'>,
  plan: Plan,
  userId: Subscription['userId'],
): Promise<void> => {
  const { maxPerCustomer: max } = plan;
  if (max === null || (await tx.subscriptions.countLive(userId, plan)) < max) return;
  const message = `must be another plan: the customer has ${max} of it, or of its product, which is the most that is allowed`;
  throw invalid([{ path: ['plan_id'], code: 'plan.max_per_customer', message }]);
};
