import { clientOf } from '#core/mails/mail-budgets.ts';
import { requireFewUnpaid, requireLittleStock, unpaidCounts } from '#core/orders/steps/require-few-unpaid.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Plan, PlanId } from '../plan.ts';
import type { SubscriptionsTx } from '../ports.ts';
import type { Subscription } from '../subscription.ts';
import { lockCustomer } from './customer-limits.ts';

/** A plan whose periods take goods from the stock; undefined for another one. */
export const findPlanOfGoods = async (tx: SubscriptionsTx, id: PlanId): Promise<Plan | undefined> => {
  const plan = await tx.plans.find(id);
  if (plan === undefined || plan.productId === null || plan.usage !== null) return undefined;
  const [product] = await tx.products.getMany({ ids: [plan.productId], skus: [] });
  return (product?.stock ?? null) === null ? undefined : plan;
};

type Requested = Readonly<{
  userId: Subscription['userId'];
  /** What it adds to the stock that the customer holds. */
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
  { userId, quantity }: Requested,
): Promise<string | null> => {
  const client = clientOf(actor);
  if (client === null || quantity === 0) return null;
  const { trusted } = await lockCustomer(tx, userId);
  if (trusted) return null;
  const rules = await tx.shopRules.read();
  const counts = unpaidCounts(await tx.orders.countUnpaid({ userId, emailKey: null, client }), { rules, userId });
  requireFewUnpaid(counts);
  requireLittleStock(counts, quantity);
  return client;
};
