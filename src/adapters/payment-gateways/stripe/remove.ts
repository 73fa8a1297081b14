import type { Stripe } from 'stripe';
import type { RemoveOutcome, SavedMethods } from '#core/payments/saved-methods.ts';
import type { Client } from './client.ts';
import { failureOf, isMissing } from './failures.ts';
import { savedMethodIn } from './saved-method.ts';

/** Detaches a payment method from its customer, which ends it for good. */
export const makeRemove =
  ({ client }: Readonly<{ client: Client }>): SavedMethods['remove'] =>
  async ({ key, reference }) => {
    const { method } = savedMethodIn(reference);
    try {
      const stripe = await client();
      await stripe.paymentMethods.detach(method, {}, { idempotencyKey: `detach_${key}` });
      return { kind: 'removed' };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind !== 'declined') return failure;
      return isDetached(await client(), method);
    }
  };

/** Stripe rejects a second detachment. */
const isDetached = async (stripe: Stripe, method: string): Promise<RemoveOutcome> => {
  try {
    const { customer } = await stripe.paymentMethods.retrieve(method);
    return customer === null ? { kind: 'removed' } : { kind: 'unknown', why: 'Stripe did not detach it.' };
  } catch (error) {
    if (isMissing(error)) return { kind: 'removed' };
    const failure = failureOf(error);
    return failure.kind === 'declined' ? { kind: 'unknown', why: failure.message } : failure;
  }
};
