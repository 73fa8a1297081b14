import type { Money } from '#core/shared/money.ts';

export const PAYMENT_STATUSES = [
  'processing',
  'requires_action',
  'authorized',
  'succeeded',
  'failed',
  'cancelled',
] as const;

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Why a gateway declined a request: a code for programs, a message for people. */
export type Failure = Readonly<{ code: string; message: string }>;

type Charged = Readonly<{ status: PaymentStatus; isVoiding: boolean }>;

/** Whether the gateway has not reported the final outcome of the charge. */
export const isOpen = ({ status }: Pick<Charged, 'status'>): boolean =>
  status === 'processing' || status === 'requires_action';

/** Whether the payer has not acted, so that another payment may replace it. */
export const isReplaceable = ({ status, isVoiding }: Charged): boolean => status === 'requires_action' && !isVoiding;

/** Whether an operation has an unknown outcome. */
export const isPending = (payment: Charged & Readonly<{ capturing: Money; refunding: Money }>): boolean =>
  isOpen(payment) || payment.isVoiding || payment.capturing.minor > 0n || payment.refunding.minor > 0n;

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
