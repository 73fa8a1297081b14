import type { PaymentStatus } from './payment-status.ts';

/** What a client may do with a payment. */
export type PaymentAction = 'capture' | 'cancel' | 'refund';

/** The actions that a state allows. */
export const actionsOf = (status: PaymentStatus, isVoiding: boolean, isRefundable: boolean): PaymentAction[] => {
  const refund: PaymentAction[] = isRefundable ? ['refund'] : [];
  if (status === 'authorized' && !isVoiding) return ['capture', 'cancel', ...refund];
  return status === 'requires_action' && !isVoiding ? ['cancel', ...refund] : refund;
};
