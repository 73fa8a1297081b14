// Why: docs/decisions/0044-subscription-movements.md

import { Invoice, type InvoiceId } from '#core/invoices/invoice.ts';
import { invoiceCreated } from '#core/invoices/records.ts';
import { finalizeIn } from '#core/invoices/use-cases/finalize-invoice.ts';
import { claimUses } from '#core/pricing/claim-uses.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Lease } from '#core/shared/lease.ts';
import { Money } from '#core/shared/money.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import { type ChargePart, isCharge } from '../bill.ts';
import { PeriodCharge } from '../period-charge.ts';
import { type Goods, type Reservation, released } from '../period-goods.ts';
import { Plan } from '../plan.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { type EmptyBill, type PricedBill, requireSameUsage, totalOf } from '../price-bill.ts';
import { subscriptionAuditEntry, subscriptionChanged, subscriptionCreated } from '../records.ts';
import { type BilledStep, invoiced, type Subscription } from '../subscription.ts';
import { isRecurring, monthlyAmount, SubscriptionMovement } from '../subscription-movement.ts';
import { subscriptionView } from '../subscription-view.ts';
import { UsageCharge } from '../usage-charge.ts';
import { placeGoods, returnGoods, takeGoods } from './period-orders.ts';

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

type Step = Readonly<{
  /** Null for a new subscription. */
  before: Subscription | null;
  step: BilledStep;
  priced: PricedBill | EmptyBill;
  invoiceId: InvoiceId;
  clock: BusinessClock;
  ids: IdGenerator;
  at: Date;
  /** Of a customer whose unpaid goods are limited. */
  client?: string | null | undefined;
  /** Kept while a charge is due at once. */
  lease?: Lease;
}>;

type PricedStep = Omit<Step, 'priced' | 'client'> & Readonly<{ priced: PricedBill }>;

/**
 * Stores the next version of a subscription, which must be locked, and the finalized invoice of its bill. The version is
 * stored once, so there is one invoice of a step. A bill that credits more than it charges is kept for the next one.
 * @throws StalePreparationError if usage was recorded, or a discount used up, since the bill was priced.
 * @throws DomainError `insufficient_stock` for the goods of its period.
 */
export const storeStep = async (
  tx: SubscriptionsTx,
  actor: Actor,
  { priced, client, ...rest }: Step,
): Promise<Subscription> => {
  const billed = client == null ? rest : { ...rest, step: askedFrom(rest.step, client) };
  if (priced.content === null) return storeUnbilled(tx, actor, { ...billed, priced });
  if (totalOf(priced).isNegative) return storeCredit(tx, actor, { ...billed, priced });
  const drafted = await draftStep(tx, actor, { ...billed, priced });
  await finalizeStep(tx, actor, { ...billed, priced }, drafted);
  return drafted.subscription;
};

const askedFrom = ({ subscription, bill }: BilledStep, goodsClient: string): BilledStep => ({
  subscription: { ...subscription, goodsClient },
  bill,
});

const storeUnbilled = async (
  tx: SubscriptionsTx,
  actor: Actor,
  { before, step: { subscription: after }, priced }: Omit<Step, 'client'>,
): Promise<Subscription> => {
  await requireSameUsage(tx, after, priced.usage);
  return storeSubscription(tx, actor, { before, after: withCharges(after, priced.usage) });
};

/** Records what usage was billed with. */
const withCharges = (subscription: Subscription, usage: PricedBill['usage']): Subscription => {
  if (usage.length === 0) return subscription;
  const charges = usage.map(({ part: { plan, span }, amount }) => ({ plan, span, amount }));
  return { ...subscription, usageCharges: UsageCharge.added(subscription.usageCharges, charges) };
};

/** Keeps what a bill charges for the next one, since it credits more. */
const storeCredit = async (
  tx: SubscriptionsTx,
  actor: Actor,
  { before, step: { subscription, bill }, priced, clock, ids, at }: PricedStep,
): Promise<Subscription> => {
  await requireSameUsage(tx, subscription, priced.usage);
  const goods = await takeGoods(tx, actor, { goods: priced.goods, at });
  const charged = bill.filter(isCharge);
  const sent = await Promise.all(charged.map((part) => withGoods(tx, part, goods)));
  const after = { ...subscription, unbilled: subscription.status === 'cancelled' ? [] : sent };
  const stored = await storeSubscription(tx, actor, { before, after });
  await placeGoods(tx, { actor, ids, clock, shop: priced.shop }, { subscription: stored, goods });
  return stored;
};

/** A part of a bill whose goods are sent before its invoice. */
const withGoods = async (tx: SubscriptionsTx, part: ChargePart, goods: readonly Goods[]): Promise<ChargePart> => {
  if (part.kind !== 'period' || goods.length === 0) return part;
  const plan = await tx.plans.find(part.plan.planId);
  return goods.some(({ productId }) => productId === plan?.productId) ? { ...part, isSent: true } : part;
};

/** A stored step, whose invoice is a draft until it gets its number. */
type DraftedStep = Readonly<{ subscription: Subscription; draft: Invoice; goods: readonly Reservation[] }>;

/** Stores the subscription of a step whose bill credits no more than it charges. `finalizeStep` stores the invoice. */
export const draftStep = async (
  tx: SubscriptionsTx,
  actor: Actor,
  { before, step, priced, invoiceId, at, lease }: PricedStep,
): Promise<DraftedStep> => {
  await requireSameUsage(tx, step.subscription, priced.usage);
  const source = { subscriptionId: step.subscription.id, subscriptionVersion: before?.version ?? 0 };
  const isCharged = step.subscription.collection === 'charge';
  const draft = Invoice.draft({ ...priced.content, id: invoiceId, orderId: null, ...source, isCharged }, at);
  const taken = await takeGoods(tx, actor, { goods: priced.goods, at });
  const goods = taken.map((each) => ({ ...each, invoiceId }));
  const charge = priced.charge && { ...priced.charge, hasGoods: goods.length > 0, isOwed: !isFree(draft) };
  const charges = PeriodCharge.billed(step.subscription.charges, { ...step, charge, invoiceId });
  const billed = { ...invoiced(withCharges(step.subscription, priced.usage), { invoiceId, at }), charges };
  const after = isFree(draft)
    ? { ...billed, chargeAt: before?.chargeAt ?? null }
    : { ...billed, reservations: [...billed.reservations, ...goods] };
  const isDue = after.chargeAt !== null && after.chargeAt <= at;
  const subscription = await storeSubscription(tx, actor, { before, after, lease: isDue ? lease : undefined });
  await tx.events.append(actor, invoiceCreated(draft));
  await claimNewUses(tx, subscription, { before, uses: priced.uses });
  return { subscription, draft, goods };
};

/** Finalizes and stores the invoice of a step, as the last of its transaction: others wait for the number. */
export const finalizeStep = async (
  tx: SubscriptionsTx,
  actor: Actor,
  { priced: { shop, userName }, clock, ids }: PricedStep,
  { subscription, draft, goods }: DraftedStep,
): Promise<Invoice> => {
  const invoice = await finalizeIn(tx, actor, { before: draft, draft, shop, clock, isNew: true, userName });
  if (isFree(draft)) await placeGoods(tx, { actor, ids, clock, shop }, { subscription, goods });
  return invoice;
};

const isFree = (draft: Invoice): boolean => Invoice.total(draft).minor === 0n;

/** Claims the discounts of an invoice that its subscription does not use yet. */
const claimNewUses = async (
  tx: SubscriptionsTx,
  { id, userId }: Subscription,
  { before, uses }: Pick<Step, 'before'> & Pick<PricedBill, 'uses'>,
): Promise<void> => {
  if (uses.length === 0) return;
  const used = before === null ? [] : await tx.discounts.listUsed(id);
  const added = uses.filter(({ discountId }) => !used.includes(discountId));
  await claimUses(tx, added, { usedBy: id, customerKey: userId });
};

type Change = Readonly<{ before: Subscription | null; after: Subscription; lease?: Lease | undefined }>;

/** Stores a new subscription, or a step that bills nothing. */
export const storeSubscription = async (tx: SubscriptionsTx, actor: Actor, change: Change): Promise<Subscription> => {
  const { before, lease } = change;
  if (change.after.version === before?.version) return before;
  const after = await completed(tx, actor, change);
  await (before === null ? tx.subscriptions.add(after) : tx.subscriptions.save(after, lease));
  // no event reports one that is pending
  const reported = before?.isPending ? null : before;
  const event = reported === null ? subscriptionCreated(after) : subscriptionChanged(reported, after);
  // a change of what the API does not show has no event
  const isShown = reported === null || !isUnchanged(subscriptionView(reported), subscriptionView(after));
  if (event.type === 'subscription.updated' && !isShown) return after;
  await tx.events.append(actor, event);
  await tx.audit.append(subscriptionAuditEntry(actor, event.type.split('.')[1] ?? '', { before: reported, after }));
  // what can move is shown, so each movement has an event
  await recordMovements(tx, { before: reported, after });
  return after;
};

/** The next version with what follows from its status. Goods are not held for ever: they go back when no retry is to come. */
const completed = async (tx: SubscriptionsTx, actor: Actor, { before, after }: Change): Promise<Subscription> => {
  if (after.status === 'cancelled') {
    if (before?.status !== 'cancelled') await returnUses(tx, after);
    const ended = await withReleasedGoods(tx, actor, after);
    // a payment of the first invoice that still comes is refunded
    return before?.status === 'incomplete' ? { ...ended, reservations: [] } : ended;
  }
  if (after.status === 'unpaid') return withReleasedGoods(tx, actor, after);
  const isOther = after.status === 'trialing' && before !== null && before.plan.planId !== after.plan.planId;
  return isOther ? withTrialOfPlan(tx, after) : after;
};

/** A subscription whose plan changed in its trial, which is a trial of that plan too. */
const withTrialOfPlan = async (tx: SubscriptionsTx, subscription: Subscription): Promise<Subscription> => {
  const plan = await tx.plans.find(subscription.plan.planId);
  if (plan === undefined) throw new TypeError(`The plan ${subscription.plan.planId} is gone.`);
  return { ...subscription, trialOf: [...new Set([...subscription.trialOf, Plan.trialKey(plan)])] };
};

/** Returns the uses of discounts that no invoice of an ended subscription has or may still be paid with. */
export const returnUses = async (tx: SubscriptionsTx, { id }: Subscription): Promise<void> => {
  const used = await tx.discounts.listUsed(id);
  if (used.length > 0) await tx.discounts.release(id, await tx.invoices.listDiscountsOf(id));
};

/** An unpaid or ended subscription, whose reserved goods are in stock again. They are ordered if their invoice is still paid. */
const withReleasedGoods = async (
  tx: SubscriptionsTx,
  actor: Actor,
  subscription: Subscription,
): Promise<Subscription> => {
  const { reservations: goods, updatedAt: at } = subscription;
  await returnGoods(tx, actor, { goods, at });
  return { ...subscription, reservations: goods.map(released), goodsClient: null };
};
