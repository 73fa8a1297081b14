import { Actor } from '#core/shared/actor.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { Json } from '#core/shared/page.ts';
import type { Storage } from '#core/storage.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import type { PlanFields } from '#core/subscriptions/plan-fields.ts';
import { makeCreatePlan } from '#core/subscriptions/use-cases/create-plan.ts';
import { inCurrency } from '../rules.ts';

type Context = Readonly<{ currency: Currency; ids: IdGenerator; at: Date }>;

/** Creates plans if the shop has none. @returns those that anybody can subscribe to without goods or usage. */
export const readPlans = async (storage: Storage, { currency, ids, at }: Context): Promise<readonly Plan[]> => {
  const page = { filter: {}, page: { limit: 100 } };
  const { items } = await storage.planQueries.list(page);
  return storage.unitOfWork.run(async (tx) => {
    if (items.length === 0) {
      const create = makeCreatePlan({ clock: { isBusinessTime: true, now: () => at }, ids, storeCurrency: currency });
      const created: Plan[] = [];
      for (const fields of plansIn(currency)) created.push(await create(Actor.system, fields)(tx));
      return created;
    }
    const found = await Promise.all(items.map((item) => tx.plans.find(Json.parse(item).id)));
    return found.filter((plan) => plan !== undefined).filter((plan) => isSimple(plan, currency));
  });
};

const isSimple = ({ status, productId, usage, currency: priced }: Plan, currency: Currency): boolean =>
  status === 'active' && productId === null && usage === null && priced === currency;

const plansIn = (currency: Currency): PlanFields[] => {
  const price = (amount: number): number => inCurrency(amount, currency);
  const monthly = { pricing: 'flat', interval: 'month' } as const;
  return [
    { ...monthly, name: 'Club', amount: price(4.9), trial_days: 14, after_dunning: 'cancel' },
    { ...monthly, name: 'Club Plus', amount: price(9.9), after_dunning: 'cancel' },
    { ...monthly, name: 'Flowers', amount: price(29.9), setup_amount: price(9.9) },
    { name: 'Club, yearly', pricing: 'flat', amount: price(49), interval: 'year' },
    { name: 'Office care', pricing: 'per_unit', amount: price(6.5), interval: 'month', trial_days: 30 },
  ];
};
