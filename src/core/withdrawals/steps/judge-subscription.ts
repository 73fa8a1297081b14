import { EXEMPTION_TERMS } from '#core/catalog/withdrawal-exemption.ts';
import { WithdrawalTerms } from '#core/orders/withdrawal-terms.ts';
import type { Shop } from '#core/shop/shop.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import { type Contract, endOfPeriod, refusalOf, type WithdrawalDeps } from '../contract.ts';
import type { WithdrawalsTx } from '../ports.ts';
import type { Withdrawal } from '../withdrawal.ts';
import type { Verdict } from './judge-withdrawal.ts';

/** A subscription as a contract, on the terms of the shop now: it recorded none. */
export const contractOf = async (
  tx: WithdrawalsTx,
  { userId, billingAddress, taxId }: Subscription,
  shop: Shop,
): Promise<Contract> => {
  const [user, rules] = [await tx.users.find(userId), await tx.shopRules.read()];
  return {
    shippingAddress: billingAddress ?? user?.addresses[0] ?? null,
    billingAddress: null,
    withdrawalTerms: WithdrawalTerms.of(rules, shop),
    charges: { taxId },
  };
};

type Judged = Readonly<{ subscription: Subscription; contract: Contract; withdrawal: Withdrawal }>;

/**
 * Decides on the withdrawal from a subscription that has sent no goods: its period begins with the contract. What is accepted
 * is for the staff, since the part of the price that the buyer owes depends on what they asked for.
 */
export const judgeSubscription = async (
  tx: WithdrawalsTx,
  deps: WithdrawalDeps,
  { subscription, contract, withdrawal }: Judged,
): Promise<Exclude<Verdict, Readonly<{ kind: 'accept' }>>> => {
  const until = await endOfPeriod(deps, contract, subscription.createdAt);
  const refusal = refusalOf(contract);
  if (refusal !== undefined) return { kind: 'reject', reason: refusal, until };
  if (withdrawal.createdAt >= until) return { kind: 'reject', reason: 'period_ended', until };
  if (subscription.status === 'cancelled') return { kind: 'reject', reason: 'nothing_left', until };
  if (await isExempt(tx, subscription)) return { kind: 'reject', reason: 'exempt', until };
  return { kind: 'wait', reason: 'needs_review', until };
};

const isExempt = async (tx: WithdrawalsTx, { plan }: Subscription): Promise<boolean> => {
  const productId = (await tx.plans.find(plan.planId))?.productId ?? null;
  if (productId === null) return false;
  const [product] = await tx.products.getMany({ ids: [productId], skus: [] });
  const exemption = product?.withdrawalExemption ?? null;
  // subscriptions to periodicals have the right
  return exemption !== null && exemption !== 'periodical' && EXEMPTION_TERMS[exemption].effect === 'always';
};
