import type { BuyerDocuments } from '#core/invoices/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { ended, type SubscriptionId, stepped } from '../subscription.ts';
import { abandonFirstInvoice } from './first-charge.ts';
import { returnGoods } from './period-orders.ts';
import { storeSubscription } from './store-step.ts';

/** `cancelled`: how many had not ended. */
type EndedSubscriptions = Readonly<{ ids: readonly SubscriptionId[]; cancelled: number }>;

/**
 * Cancels the subscriptions of a user without a bill, and removes what the user wrote into them, also into those that had
 * ended. Nothing is charged for them any more, what is owed included. @returns the ids of all.
 */
export const endSubscriptions = async (
  tx: SubscriptionsTx,
  { actor, buyer, at }: Readonly<{ actor: Actor; buyer: BuyerDocuments; at: Date }>,
): Promise<EndedSubscriptions> => {
  // lock order: invoices, then subscriptions
  await tx.invoices.lockOf(buyer);
  const subscriptions = await tx.subscriptions.lockOf(buyer.userId);
  for (const before of subscriptions) {
    await abandonFirstInvoice(tx, actor, { subscription: before, at });
    await returnGoods(tx, actor, { goods: before.reservations, at });
    const end = before.status === 'cancelled' ? stepped(before, {}, at) : ended(before, at, at);
    const after = {
      ...end,
      client: null,
      goodsClient: null,
      taxId: null,
      billingAddress: null,
      metadata: {},
      unbilled: [],
      // there is nobody to send them to
      reservations: [],
      usageDueAt: null,
      chargeAt: null,
    };
    await storeSubscription(tx, actor, { before, after });
  }
  const ids = subscriptions.map(({ id }) => id);
  return { ids, cancelled: subscriptions.filter(({ status }) => status !== 'cancelled').length };
};
