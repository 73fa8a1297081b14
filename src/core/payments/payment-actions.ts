import type { PaymentStatus } from './payment-status.ts';

/** What a client may do with a payment. */
export type PaymentAction = 'capture' | 'cancel' | 'refund';

/** The actions that a state allows. */
export const actionsOf = (status: PaymentStatus, isVoiding: boolean, isRefundable: boolean): PaymentAction[] => {
  const refund: PaymentAction[] = isRefundable ? ['refund'] : [];
  if (status === 'authorized' && !isVoiding) return ['capture', 'cancel', ...refund];
  return status === 'requires_action' && !isVoiding ? ['cancel', ...refund] : refund;
};

const PARTICIPLES: Readonly<Record<PaymentAction, string>> = {
  capture: 'captured',
  cancel: 'cancelled',
  refund: 'refunded',
};

/** The states whose names do not complete "The payment is". */
const STATE_TEXTS: Readonly<Record<string, string>> = {
  requires_action: 'waiting for its payer',
  succeeded: 'captured',
};

/** Why a state forbids an action, as a sentence. */
export const refusalOf = (action: PaymentAction, state: string): string => {
  const until = state === 'disputed' ? ' until the dispute is closed' : '';
  return `The payment is ${STATE_TEXTS[state] ?? state}: it cannot be ${PARTICIPLES[action]}${until}.`;
};
