import type { SubscriptionsTx } from '../ports.ts';
import { endSubscriptions } from './end-subscriptions.ts';

/** Values of the personal fields of an erased user's subscriptions, in the API's names. */
const ERASED = { metadata: {}, tax_id: null, billing_address: null } as const;

/** Cancels the subscriptions of a user who is erased, without a bill, and erases their data, also in events. */
export const eraseSubscriptions = async (
  tx: SubscriptionsTx,
  end: Parameters<typeof endSubscriptions>[1],
): ReturnType<typeof endSubscriptions> => {
  const subscriptions = await endSubscriptions(tx, end);
  await tx.events.erase(subscriptions.ids, ERASED);
  return subscriptions;
};
