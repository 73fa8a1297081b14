import { Invoice } from '#core/invoices/invoice.ts';
import type { InvoiceListener } from '#core/invoices/steps/store-invoice.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { paymentFailed, paymentSucceeded } from '../dunning.ts';
import { PeriodCharge } from '../period-charge.ts';
import { heldQuantity, released } from '../period-goods.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { removePending } from '../steps/first-charge.ts';
import { placeGoods, returnGoods } from '../steps/period-orders.ts';
import { returnUses, storeSubscription } from '../steps/store-step.ts';
import { comingGoods } from '../steps/unpaid-goods.ts';
import type { Subscription, SubscriptionId } from '../subscription.ts';

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator; shop: ShopQueries }>;

/**
 * What a change of a subscription's invoice means for the subscription: once nothing is owed it goes on, a failed charge or
 * an overdue sent invoice starts the retries, and what was refunded, disputed, credited or given up is not credited.
 */
export const makeFollowInvoice =
  ({ clock, ids, shop }: Deps): InvoiceListener =>
  async (tx: SubscriptionsTx, actor, { before, after }) => {
    const change = changeOf(before, after);
    if (after.subscriptionId === null || change === undefined) return;
    const [subscription, open] = await Promise.all([
      tx.subscriptions.findLocked(after.subscriptionId),
      change === 'settled' ? tx.invoices.listOpenOf(after.subscriptionId) : [],
    ]);
    // a subscription whose first charge is declined does not exist
    if (subscription === undefined) return;
    const at = clock.now();
    if (change === 'failed' && subscription.isPending) return removePending(tx, actor, { subscription, at });
    const isSent = subscription.collection === 'send';
    const isDisputed = await hasDispute(tx, subscription, { before, after });
    const charges = PeriodCharge.follow(subscription.charges, { invoice: after, isDisputed });
    if (change === 'kept') {
      if (charges !== subscription.charges) {
        const followed = { ...subscription, charges, version: subscription.version + 1, updatedAt: at };
        await storeSubscription(tx, actor, { before: subscription, after: followed });
      }
      return;
    }
    if (change === 'settled') {
      if (subscription.status === 'cancelled') await returnUses(tx, subscription);
      const goods = await settleGoods(tx, { actor, ids, clock, shop }, { subscription, invoice: after });
      const isPaid = owedOf(subscription, open).every(({ id }) => id === after.id);
      const paid = isPaid ? charged(subscription, paymentSucceeded(subscription, at), at) : subscription;
      const isSame = goods.reservations === subscription.reservations && charges === subscription.charges;
      const settled = { ...paid, charges, ...goods, version: subscription.version + 1, updatedAt: at };
      await storeSubscription(tx, actor, { before: subscription, after: isSame ? paid : settled });
      return;
    }
    // who pays a sent invoice may try again until it is overdue
    if (isSent === (change === 'overdue')) await fail(tx, actor, { subscription, at });
  };

type SettledGoods = Pick<Subscription, 'reservations' | 'paidGoods' | 'goodsClient'>;

type Settled = Readonly<{ subscription: Subscription; invoice: Invoice }>;

/**
 * Orders the goods of a paid invoice, and returns those of another to the stock, also of one that was credited in full. A
 * payment of one that was given up may still come.
 * @returns what stays reserved, and how much was paid.
 */
const settleGoods = async (
  tx: SubscriptionsTx,
  { actor, shop, ...deps }: Deps & Readonly<{ actor: Actor }>,
  { subscription, invoice }: Settled,
): Promise<SettledGoods> => {
  const { paidGoods, goodsClient } = subscription;
  const goods = subscription.reservations.filter(({ invoiceId }) => invoiceId === invoice.id);
  const reservations = subscription.reservations.filter((each) => !goods.includes(each));
  if (goods.length === 0) return { reservations: subscription.reservations, paidGoods, goodsClient };
  if (invoice.status === 'paid' && Invoice.amountLost(invoice).compare(Invoice.total(invoice)) < 0) {
    await placeGoods(tx, { ...deps, actor, shop: await shop.get() }, { subscription, goods });
    const paid = Math.max(
      paidGoods,
      goods.reduce((sum, { quantity }) => sum + quantity, 0),
    );
    const isCounted = heldQuantity(reservations) > 0 || (await comingGoods(tx, subscription)) > paid;
    return { reservations, paidGoods: paid, goodsClient: isCounted ? goodsClient : null };
  }
  await returnGoods(tx, actor, { goods, at: deps.clock.now() });
  const isGivenUp = invoice.status === 'uncollectible';
  const left = subscription.reservations.map((each) => (goods.includes(each) ? released(each) : each));
  return { reservations: isGivenUp ? left : reservations, paidGoods, goodsClient };
};

/** The open invoices that must be paid before a subscription goes on; of those that are sent, the overdue ones. */
export const listOwed = async (
  tx: SubscriptionsTx,
  subscription: Pick<Subscription, 'id' | 'collection'>,
): Promise<readonly Invoice[]> => owedOf(subscription, await tx.invoices.listOpenOf(subscription.id));

const owedOf = ({ collection }: Pick<Subscription, 'collection'>, open: readonly Invoice[]): readonly Invoice[] =>
  collection === 'send' ? open.filter(({ overdueAt }) => overdueAt !== null) : open;

/** Whether a payment of an invoice is disputed that has charged a period. What was not paid before is not disputed yet. */
const hasDispute = async (
  tx: SubscriptionsTx,
  { charges }: Subscription,
  { before, after }: Readonly<{ before: Invoice; after: Invoice }>,
): Promise<boolean> =>
  before.amountPaid.minor > 0n &&
  charges.some(({ invoiceId }) => invoiceId === after.id) &&
  (await tx.payments.paymentStateOf(after)).isDisputed;

/** `kept`: another part of it is kept for certain. */
const changeOf = (before: Invoice, after: Invoice): 'settled' | 'failed' | 'overdue' | 'kept' | undefined => {
  const isSettled = after.status !== 'draft' && after.status !== 'open';
  if (isSettled && before.status !== after.status) return 'settled';
  if (after.attemptCount > before.attemptCount) return 'failed';
  if (before.overdueAt === null && after.overdueAt !== null) return 'overdue';
  const isSame = before !== after && Invoice.amountLost(before).compare(Invoice.amountLost(after)) === 0;
  return isSame ? undefined : 'kept';
};

/** Records that what is owed cannot be charged now, unless the subscription has changed since. */
export const recordUnpaid = async (
  tx: SubscriptionsTx,
  read: Pick<Subscription, 'id' | 'version'>,
  at: Date,
): Promise<void> => {
  const subscription = await tx.subscriptions.get(read.id);
  if (subscription.version === read.version) await fail(tx, Actor.system, { subscription, at });
};

/** Records that nothing is owed. */
export const settleCharge = async (tx: SubscriptionsTx, id: SubscriptionId, at: Date): Promise<void> =>
  succeed(tx, Actor.system, { subscription: await tx.subscriptions.get(id), at });

type Failure = Readonly<{ subscription: Subscription; at: Date }>;

const fail = async (tx: SubscriptionsTx, actor: Actor, { subscription, at }: Failure): Promise<void> => {
  const [plan, { dunning_schedule: schedule }] = await Promise.all([
    tx.plans.find(subscription.plan.planId),
    tx.shopRules.read(),
  ]);
  const failed = paymentFailed(subscription, { schedule, afterDunning: plan?.afterDunning ?? 'unpaid', at });
  await storeSubscription(tx, actor, { before: subscription, after: charged(subscription, failed, at) });
};

const succeed = async (tx: SubscriptionsTx, actor: Actor, { subscription, at }: Failure): Promise<void> => {
  const after = charged(subscription, paymentSucceeded(subscription, at), at);
  await storeSubscription(tx, actor, { before: subscription, after });
};

/** No charge waits any more. */
const charged = (before: Subscription, after: Subscription, at: Date): Subscription => {
  if (after.chargeAt === null) return after;
  return { ...after, chargeAt: null, version: before.version + 1, updatedAt: at };
};
