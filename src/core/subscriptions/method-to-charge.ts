import type { Id } from '#core/shared/id.ts';
import type { SubscriptionsTx } from './ports.ts';
import type { Subscription } from './subscription.ts';

/** The subscription's payment method, or else the user's default; null if there is none. */
export const findMethodToCharge = async (
  tx: SubscriptionsTx,
  { paymentMethodId, userId }: Pick<Subscription, 'paymentMethodId' | 'userId'>,
): Promise<Id<'pm'> | null> => paymentMethodId ?? (await tx.paymentMethods.findDefault(userId)) ?? null;
