import type { SubscriptionMovement } from '#core/subscriptions/subscription-movement.ts';
import { Entry } from './entry.ts';
import type { Measure, Values } from './measures.ts';

/** What each kind of movement adds its amount to, which is negative for a contraction or a churn, and what it counts as one of. */
const MEASURED: Readonly<Record<SubscriptionMovement['kind'], Readonly<{ amount?: Measure; number?: Measure }>>> = {
  new: { amount: 'mrr_new', number: 'subscriptions_started' },
  expansion: { amount: 'mrr_expansion' },
  contraction: { amount: 'mrr_contraction' },
  churn: { amount: 'mrr_churn', number: 'subscriptions_churned' },
  reactivation: { amount: 'mrr_reactivation', number: 'subscriptions_reactivated' },
  trial_started: { number: 'trials_started' },
  trial_converted: { number: 'trials_converted' },
  trial_ended: { number: 'trials_ended' },
};

/** What a subscription adds to the figures, from its movements. */
export const subscriptionEntries = (movements: readonly SubscriptionMovement[]): readonly Entry[] =>
  Entry.combine(
    movements.map((movement) => ({
      at: movement.at,
      dimension: 'none',
      key: '',
      currency: movement.amount.currency,
      values: valuesOf(movement),
    })),
  );

const valuesOf = ({ kind, amount }: SubscriptionMovement): Values => {
  const { amount: ofAmount, number } = MEASURED[kind];
  return { ...(ofAmount && { [ofAmount]: amount.minor }), ...(number && { [number]: 1n }) };
};
