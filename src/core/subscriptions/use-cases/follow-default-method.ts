import type { DefaultMethodListener } from '#core/payments/ports.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { retryNow } from '../dunning.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { storeSubscription } from '../steps/store-step.ts';

/** Charges a new default for what is owed by the subscriptions that have no payment method of their own. */
export const makeFollowDefaultMethod =
  ({ clock }: Readonly<{ clock: BusinessClock }>): DefaultMethodListener =>
  async (tx: SubscriptionsTx, actor, { userId }) => {
    const subscriptions = await tx.subscriptions.lockOf(userId);
    for (const before of subscriptions.filter(({ paymentMethodId }) => paymentMethodId === null)) {
      await storeSubscription(tx, actor, { before, after: retryNow(before, clock.now()) });
    }
  };
