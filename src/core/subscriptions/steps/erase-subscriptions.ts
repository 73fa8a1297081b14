import type { BuyerDocuments } from '#core/invoices/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { ended, type SubscriptionId, stepped } from '../subscription.ts';
import { abandonFirstInvoice } from './first-charge.ts';
import { storeSubscription } from './store-step.ts';

/** Values of the personal fields of an erased user's subscriptions, in the API's names. */
const ERASED = { metadata: {}, tax_id: null, billing_address: null } as const;

/** `cancelled`: how many had not ended. */
type ErasedSubscriptions = Readonly<{ ids: readonly SubscriptionId[]; cancelled: number }>;

/** Cancels the subscriptions of a user who is erased, without a bill, and erases their data. @returns the ids of all. */
export const eraseSubscriptions = async (
  tx: SubscriptionsTx,
  { actor, buyer, at }: Readonly<{ actor: Actor; buyer: BuyerDocuments; at: Date }>,
): Promise<ErasedSubscriptions> => {
  // lock order: invoices, then subscriptions
  await tx.invoices.lockOf(buyer);
  const subscriptions = await tx.subscriptions.lockOf(buyer.userId);
  for (const before of subscriptions) {
    await abandonFirstInvoice(tx, actor, { subscription: before, at });
    const end = before.status === 'cancelled' ? stepped(before, {}, at) : ended(before, at, at);
    const after = {
      ...end,
      client: null,
      goodsClient: null,
      taxId: null,
      billingAddress: null,
      metadata: {},
      unbilled: [],
      usageDueAt: null,
      chargeAt: null,
    };
    await storeSubscription(tx, actor, { before, after });
  }
  const ids = subscriptions.map(({ id }) => id);
  await tx.events.erase(ids, ERASED);
  return { ids, cancelled: subscriptions.filter(({ status }) => status !== 'cancelled').length };
};
