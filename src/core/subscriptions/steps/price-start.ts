import { unknownUser } from '#core/access/ownership.ts';
import type { InvoiceId } from '#core/invoices/invoice.ts';
import type { PaymentMethodId } from '#core/payments/methods/payment-method.ts';
import type { Address } from '#core/shared/address.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopRules } from '#core/shop/shop-rules.ts';
import { quantityOfGoods } from '../period-goods.ts';
import type { Plan, PlanId } from '../plan.ts';
import { PlanPrice } from '../plan-price.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { type EmptyBill, type PriceBill, type PricedBill, totalOf } from '../price-bill.ts';
import { plansOfGoods } from '../shipped-goods.ts';
import { startSubscription } from '../start-subscription.ts';
import type { BilledStep, Collection, Subscription } from '../subscription.ts';
import { unknownPlan } from '../subscription-errors.ts';
import { offeredTrialDays } from './customer-limits.ts';

/** What a subscription is requested with. */
export type StartTerms = Readonly<{
  planId: PlanId;
  quantity: number;
  /** That of the plan if omitted. */
  trialDays?: number | undefined;
  collection: Collection;
  discountCodes: readonly string[];
  taxId: string | null;
  /** The user’s first one if null. */
  billingAddress: Address | null;
  metadata: StringMap;
}>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<SubscriptionsTx>;
  priceBill: PriceBill;
  clock: BusinessClock;
  ids: IdGenerator;
}>;

/** A new subscription and its first invoice, which are not stored yet. */
export type Start = BilledStep &
  Readonly<{
    priced: PricedBill | EmptyBill;
    /** The first invoice if it is charged now. */
    charged: PricedBill | undefined;
    invoiceId: InvoiceId;
    /** The user’s default payment method. */
    defaultMethodId: PaymentMethodId | null;
    /** The trial that its plan offered; null if another one was chosen. */
    offeredDays: number | null;
    /** Those in force before it was priced. */
    rules: ShopRules;
    /** How much a period takes from the stock. */
    taken: number;
    at: Date;
  }>;

/**
 * Prices the first invoice. Where nothing is due yet, the next period shows whether it can be billed.
 * @throws DomainError `validation_failed`, `unknown_reference`.
 */
export const priceStart = async (
  { unitOfWork, priceBill, clock, ids }: Deps,
  { userId, client }: Pick<Subscription, 'userId' | 'client'>,
  { planId, ...command }: StartTerms,
): Promise<Start> => {
  const at = clock.now();
  const { plan, offered, defaultMethodId, rules, ofGoods } = await unitOfWork.run((tx) =>
    findTerms(tx, planId, userId),
  );
  const { quantity, collection, discountCodes, taxId, billingAddress, metadata, trialDays = offered } = command;
  const offeredDays = command.trialDays === undefined ? offered : null;
  const data = { discountCodes, taxId, billingAddress, metadata };
  const terms = { plan, quantity, collection, ...data, trialDays, paymentMethodId: null };
  const { subscription, bill } = startSubscription({ ...terms, id: ids.next('sub'), userId, client, at });
  const { plan: subscribed, period: span } = subscription;
  // usage is not known yet
  const likely = subscribed.isMetered ? { ...subscribed, quantity: PlanPrice.leastCharged(plan.price) } : subscribed;
  const next = (['setup', 'period'] as const).map((kind) => ({ kind, plan: likely, span }));
  const price = (billed: typeof bill) => priceBill({ subscription, bill: billed, at, requiresValid: true });
  const priced = await price(bill);
  if (priced.content === null) await price(next);
  const isCharged = collection === 'charge' && priced.content !== null && totalOf(priced).minor > 0n;
  const charged = isCharged ? priced : undefined;
  const invoiceId = ids.next('inv');
  const taken = ofGoods === undefined ? 0 : quantityOfGoods(ofGoods, quantity);
  return { subscription, bill, priced, charged, invoiceId, defaultMethodId, offeredDays, rules, taken, at };
};

type Terms = Readonly<{
  plan: Plan;
  /** The days of the trial. */
  offered: number;
  /** The plan if it has goods. */
  ofGoods: Plan | undefined;
}> &
  Pick<Start, 'defaultMethodId' | 'rules'>;

/** @throws DomainError `unknown_reference`. */
const findTerms = async (tx: SubscriptionsTx, planId: PlanId, userId: Id<'usr'>): Promise<Terms> => {
  const plan = await tx.plans.find(planId);
  if (plan === undefined) throw unknownPlan();
  if ((await tx.users.find(userId)) === undefined) throw unknownUser();
  const [offered, defaultMethodId = null, rules] = await Promise.all([
    offeredTrialDays(tx, plan, userId),
    tx.paymentMethods.findDefault(userId),
    tx.shopRules.read(),
  ]);
  return { plan, offered, defaultMethodId, rules, ofGoods: (await plansOfGoods(tx, [plan]))[0] };
};
