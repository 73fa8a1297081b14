import type { InvoiceListener } from '#core/invoices/invoice-listener.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { Transaction } from '#core/storage.ts';
import { type DunningSchedule, paymentFailed, paymentSucceeded } from '../dunning.ts';
import type { Subscription, SubscriptionId } from '../subscription.ts';
import { storeSubscription } from './store-step.ts';

type Deps = Readonly<{ clock: BusinessClock; schedule: DunningSchedule }>;

/** What a payment of a subscription's invoice means for the subscription. */
export const makeFollowInvoice =
  ({ clock, schedule }: Deps): InvoiceListener =>
  async (tx, actor, { before, after }) => {
    const isPaid = before.status !== 'paid' && after.status === 'paid';
    const isFailed = after.attemptCount > before.attemptCount;
    if (after.subscriptionId === null || !(isPaid || isFailed)) return;
    // a subscription whose first charge is declined does not exist
    if ((await tx.subscriptions.find(after.subscriptionId)) === undefined) return;
    const subscription = await tx.subscriptions.get(after.subscriptionId);
    const at = clock.now();
    if (isFailed) return fail(tx, actor, { subscription, schedule, at });
    const open = await tx.invoices.listOpenOf(subscription.id);
    if (open.every(({ id }) => id === after.id)) await succeed(tx, actor, { subscription, at });
  };

/** Records that what is owed cannot be charged now, unless the subscription has changed since. */
export const recordUnpaid = async (
  tx: Transaction,
  read: Subscription,
  context: Readonly<{ schedule: DunningSchedule; at: Date }>,
): Promise<void> => {
  const subscription = await tx.subscriptions.get(read.id);
  if (subscription.version === read.version) await fail(tx, Actor.system, { subscription, ...context });
};

/** Records that nothing is owed. */
export const settleCharge = async (tx: Transaction, id: SubscriptionId, at: Date): Promise<void> =>
  succeed(tx, Actor.system, { subscription: await tx.subscriptions.get(id), at });

type Failure = Readonly<{ subscription: Subscription; schedule: DunningSchedule; at: Date }>;

const fail = async (tx: Transaction, actor: Actor, { subscription, schedule, at }: Failure): Promise<void> => {
  const plan = await tx.plans.find(subscription.plan.planId);
  const failed = paymentFailed(subscription, { schedule, afterDunning: plan?.afterDunning ?? 'unpaid', at });
  await storeSubscription(tx, actor, { before: subscription, after: charged(subscription, failed, at) });
};

const succeed = async (
  tx: Transaction,
  actor: Actor,
  { subscription, at }: Omit<Failure, 'schedule'>,
): Promise<void> => {
  const after = charged(subscription, paymentSucceeded(subscription, at), at);
  await storeSubscription(tx, actor, { before: subscription, after });
};

/** No charge waits any more. */
const charged = (before: Subscription, after: Subscription, at: Date): Subscription => {
  if (after.chargeAt === null) return after;
  return { ...after, chargeAt: null, version: before.version + 1, updatedAt: at };
};
