import type { Stripe } from 'stripe';
import type { SaveRequest } from '#core/payments/saved-methods.ts';
import { failureOf } from './failures.ts';

type UserId = SaveRequest['userId'];

/** The customer of a user. Our id is in its metadata, since Stripe forgets the idempotency key of its creation. */
export const customerOf = async (stripe: Stripe, userId: UserId): Promise<string> => {
  const found = await searchCustomer(stripe, userId);
  if (found !== undefined) return found;
  const options = { idempotencyKey: `customer_${userId}` };
  const { id } = await stripe.customers.create({ metadata: { user_id: userId } }, options);
  return id;
};

/**
 * The oldest customer. A user has several if two are created before the first can be searched, or without search, which
 * some accounts lack: each method names its own.
 */
const searchCustomer = async (stripe: Stripe, userId: UserId): Promise<string | undefined> => {
  try {
    const { data } = await stripe.customers.search({ query: `metadata['user_id']:'${userId}'`, limit: 100 });
    return data.toSorted((a, b) => a.created - b.created)[0]?.id;
  } catch (error) {
    if (failureOf(error).kind === 'declined') return undefined;
    throw error;
  }
};
