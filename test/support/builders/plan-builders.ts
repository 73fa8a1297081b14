import { Plan } from '#core/subscriptions/plan.ts';
import type { PlanFields } from '#core/subscriptions/plan-fields.ts';
import { ids, NOON, USD } from './builders.ts';

/** A plan of 10.00 a month with the given fields. */
export const aPlan = (fields: Partial<PlanFields> = {}, at = NOON): Plan =>
  Plan.create(
    ids.next('plan'),
    {
      name: 'Team',
      pricing: 'per_unit',
      ...(fields.tiers === undefined ? { amount: 10 } : {}),
      interval: 'month',
      ...fields,
    },
    { storeCurrency: USD, at },
  );
