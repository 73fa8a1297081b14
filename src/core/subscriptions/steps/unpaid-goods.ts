import { UnpaidOrders } from '#core/orders/guest.ts';
import { requireFewUnpaid, requireLittleStock, unpaidCounts } from '#core/orders/steps/require-few-unpaid.ts';
import { type Actor, countedClient } from '#core/shared/actor.ts';
import { quantityOfGoods } from '../period-goods.ts';
import type { Plan, PlanId } from '../plan.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { plansOfGoods } from '../shipped-goods.ts';
import type { Subscription, SubscriptionId } from '../subscription.ts';
import { lockCustomer } from './customer-limits.ts';

/** A plan whose periods take goods from the stock; undefined for another one. */
export const findPlanOfGoods = async (tx: SubscriptionsTx, id: PlanId): Promise<Plan | undefined> => {
  const plan = await tx.plans.find(id);
  return plan && (await plansOfGoods(tx, [plan]))[0];
};

/** What the periods of a subscription to come take from the stock: the larger quantity of its plan and the next one. */
export const comingGoods = async (
  tx: SubscriptionsTx,
  { plan, nextPlan }: Pick<Subscription, 'plan' | 'nextPlan'>,
): Promise<number> => {
  const subscribed = nextPlan === null ? [plan] : [plan, nextPlan];
  const quantities = await Promise.all(
    subscribed.map(async ({ planId, quantity }) => {
      const found = await findPlanOfGoods(tx, planId);
      return found === undefined ? 0 : quantityOfGoods(found, quantity);
    }),
  );
  return Math.max(...quantities);
};

type Requested = Readonly<{
  userId: Subscription['userId'];
  /** The subscription that changes: it is not counted. */
  changed?: SubscriptionId | null;
  /** What its periods take. */
  quantity: number;
}>;

/**
 * Locks a customer who requests goods, and limits those that are not paid as it limits unpaid orders. Staff and trusted
 * customers are not limited.
 * @returns the client to record; null for one that is not limited.
 * @throws DomainError `too_many_unpaid_orders`, `too_much_unpaid_stock`.
 */
export const limitUnpaidGoods = async (
  tx: SubscriptionsTx,
  actor: Actor,
  { userId, changed = null, quantity }: Requested,
): Promise<string | null> => {
  const client = countedClient(actor);
  if (client === null || quantity === 0) return null;
  const { trusted } = await lockCustomer(tx, userId);
  if (trusted) return null;
  const rules = await tx.shopRules.read();
  const { ofBuyer, ofClient, toComeOfClient } = await tx.orders.countUnpaid({
    userId,
    emailKey: null,
    client,
    changed,
  });
  const counted = { ofBuyer, ofClient: UnpaidOrders.sum(ofClient, toComeOfClient) };
  const counts = unpaidCounts(counted, { rules, userId });
  requireFewUnpaid(counts);
  requireLittleStock(counts, quantity);
  return client;
};
