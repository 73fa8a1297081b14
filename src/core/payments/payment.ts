import type { OrderId } from '#core/orders/order.ts';
import { invalid, invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import { changesFromCharge, closed } from './charge-changes.ts';
import type { Charge } from './payment-gateway.ts';
import type { Failure, PaymentStatus } from './payment-status.ts';

export type PaymentId = Id<'pay'>;

export const CAPTURE_METHODS = ['automatic', 'manual'] as const;

/** Whether the sum is taken at once, or held until somebody takes it. */
export type CaptureMethod = (typeof CAPTURE_METHODS)[number];

/** What is left of events by an erasure, in the API's names. */
export const ERASED_PAYMENT = { metadata: {} } as const;

/** Somebody's paying of an order, or of a part of it, by one gateway. */
export type Payment = Readonly<{
  id: PaymentId;
  version: number;
  orderId: OrderId;
  /** Whose order it is; null for a guest's. */
  userId: Id<'usr'> | null;
  gateway: string;
  /** What the gateway calls it; null until it has told. */
  reference: string | null;
  status: PaymentStatus;
  captureMethod: CaptureMethod;
  /** The sum that is, or is to be, taken or held. */
  amount: Money;
  captured: Money;
  refunded: Money;
  /** What was asked for beside that, with an outcome that is not known yet. */
  capturing: Money;
  refunding: Money;
  /** Whether it was asked for to be voided, with an outcome that is not known yet. */
  isVoiding: boolean;
  /** Whether its money came when the order had no use for it any more, and goes back. */
  isOverpayment: boolean;
  /** Of the payment method; null once the gateway has told what becomes of it. */
  token: string | null;
  returnUrl: string | null;
  /** Where the payer has to go. */
  redirectUrl: string | null;
  failure: Failure | null;
  metadata: StringMap;
  /** When the gateway shall be asked what has become of it; null where nothing is open. */
  checkAt: Date | null;
  /** How often it was asked since the last news. */
  checks: number;
  createdAt: Date;
  updatedAt: Date;
}>;

/** What a client may do with a payment. */
export type PaymentAction = 'capture' | 'cancel' | 'refund';

type Beginning = Pick<
  Payment,
  'id' | 'orderId' | 'userId' | 'gateway' | 'captureMethod' | 'amount' | 'token' | 'returnUrl' | 'metadata'
> &
  Readonly<{ at: Date }>;

/** Longer than a call to a gateway may take: whoever made it has told by then, or will not. Milliseconds. */
export const LEASE_MS = 30_000;

const SECOND = 1_000;
const MAX_BACKOFF_MS = 60 * SECOND;
/** Between the tries to give back what nobody wanted. */
const OVERPAYMENT_RETRY_MS = 3_600 * SECOND;

export const Payment = {
  /** Of a sum that is due; nobody has been asked for it yet. */
  begin: ({ at, ...given }: Beginning): Payment => {
    const nothing = Money.ofMinor(0n, given.amount.currency);
    return {
      ...given,
      version: 1,
      reference: null,
      status: 'processing',
      captured: nothing,
      refunded: nothing,
      capturing: nothing,
      refunding: nothing,
      isVoiding: false,
      isOverpayment: false,
      redirectUrl: null,
      failure: null,
      checkAt: new Date(at.getTime() + LEASE_MS),
      checks: 0,
      createdAt: at,
      updatedAt: at,
    };
  },

  /** Whether the gateway has not told yet what becomes of it. */
  isOpen: ({ status }: Pick<Payment, 'status'>): boolean => status === 'processing' || status === 'requires_action',

  /** Whether something was asked of the gateway whose outcome is not known yet. */
  isUnderWay: (payment: Payment): boolean =>
    Payment.isOpen(payment) || payment.isVoiding || payment.capturing.minor > 0n || payment.refunding.minor > 0n,

  /** What is held for it, to be captured. */
  held: ({ status, amount, captured }: Payment): Money =>
    status === 'authorized' ? amount.subtract(captured) : Money.ofMinor(0n, amount.currency),

  /** What may still be asked to be captured. */
  capturable: (payment: Payment): Money =>
    payment.isVoiding ? Money.ofMinor(0n, payment.amount.currency) : Payment.held(payment).subtract(payment.capturing),

  /** What may still be asked to be given back. */
  refundable: ({ captured, refunded, refunding }: Pick<Payment, 'captured' | 'refunded' | 'refunding'>): Money =>
    captured.subtract(refunded).subtract(refunding),

  actions: (payment: Payment): PaymentAction[] =>
    actionsOf(payment.status, payment.isVoiding, Payment.refundable(payment).minor > 0n),

  /** A part of what is held is being taken. @throws DomainError `invalid_state`, `validation_failed`. */
  beginCapture: (payment: Payment, amount: Money, at: Date): Payment => {
    requireAction(payment, 'capture');
    // the gateway is told whether it is the last part, also if it is asked again
    if (payment.capturing.minor > 0n) throw underWay(payment);
    requireWithin(amount, Payment.capturable(payment), payment);
    return asked(payment, { capturing: payment.capturing.add(amount) }, at);
  },

  /** What is held is being let go. @throws DomainError `invalid_state`. */
  beginVoid: (payment: Payment, at: Date): Payment => {
    requireAction(payment, 'cancel');
    if (payment.capturing.minor > 0n) throw underWay(payment);
    return asked(payment, { isVoiding: true }, at);
  },

  /** A part of what was taken is being given back. @throws DomainError `invalid_state`, `validation_failed`. */
  beginRefund: (payment: Payment, amount: Money, at: Date): Payment => {
    requireAction(payment, 'refund');
    requireWithin(amount, Payment.refundable(payment), payment);
    return asked(payment, { refunding: payment.refunding.add(amount) }, at);
  },

  /** What was being captured was; nothing more can be, where the gateway has closed it. */
  capture: (payment: Payment, amount: Money, { isClosed, at }: { isClosed: boolean; at: Date }): Payment => {
    const captured = payment.captured.add(amount);
    const capturing = payment.capturing.subtract(amount);
    const isWhole = isClosed || captured.compare(payment.amount) === 0;
    const status = isWhole ? 'succeeded' : payment.status;
    return told(payment, { captured, capturing, status }, at);
  },

  /** What was being captured was not. */
  failCapture: (payment: Payment, amount: Money, at: Date): Payment =>
    refused(payment, { capturing: payment.capturing.subtract(amount) }, at),

  void: (payment: Payment, at: Date): Payment => told(payment, { ...closed(payment), isVoiding: false }, at),

  failVoid: (payment: Payment, at: Date): Payment => refused(payment, { isVoiding: false }, at),

  refund: (payment: Payment, amount: Money, at: Date): Payment => {
    const refunding = payment.refunding.subtract(amount);
    return told(payment, { refunded: payment.refunded.add(amount), refunding }, at);
  },

  failRefund: (payment: Payment, amount: Money, at: Date): Payment =>
    refused(payment, { refunding: payment.refunding.subtract(amount) }, at),

  /** It was not, and will not be, taken or held. */
  fail: (payment: Payment, failure: Failure, at: Date): Payment =>
    told(payment, { status: 'failed', failure, token: null, redirectUrl: null }, at),

  /**
   * The payment as its charge at the gateway is found. What it shows only grows: a charge as it was earlier changes
   * nothing. What this service has asked for itself must have been told before.
   */
  observe: (payment: Payment, charge: Charge, at: Date): Payment =>
    told(payment, changesFromCharge(payment, charge), at),

  /** Its money came when the order had no use for it. */
  overpayment: (payment: Payment): Payment => ({ ...payment, isOverpayment: true }),

  /** It is to be looked at again, later every time. */
  postpone: (payment: Payment, at: Date): Payment => ({ ...payment, checkAt: nextCheck(payment, at) }),
};

/** Which actions a state allows. */
export const actionsOf = (status: PaymentStatus, isVoiding: boolean, isRefundable: boolean): PaymentAction[] => {
  const refund: PaymentAction[] = isRefundable ? ['refund'] : [];
  if (status === 'authorized' && !isVoiding) return ['capture', 'cancel', ...refund];
  return status === 'requires_action' && !isVoiding ? ['cancel', ...refund] : refund;
};

const asked = (payment: Payment, change: Partial<Payment>, at: Date): Payment => ({
  ...next(payment, change, at),
  checkAt: new Date(at.getTime() + LEASE_MS),
});

/** Nothing new but that it was refused: what leads to it may be asked for again, but not at once. */
const refused = (payment: Payment, change: Partial<Payment>, at: Date): Payment => {
  const { checks } = payment;
  const news = told(payment, change, at);
  const isOwed = news.isOverpayment && Payment.refundable(news).minor > 0n;
  const isOpen = Payment.isUnderWay(news);
  const checkAt =
    isOwed && !isOpen
      ? new Date(at.getTime() + OVERPAYMENT_RETRY_MS)
      : isOpen
        ? nextCheck({ ...news, checks }, at)
        : null;
  return { ...news, checks, checkAt };
};

const told = (payment: Payment, change: Partial<Payment>, at: Date): Payment => {
  const news = { ...next(payment, change, at), checks: 0 };
  return { ...news, checkAt: Payment.isUnderWay(news) ? nextCheck(news, at) : null };
};

const next = (payment: Payment, change: Partial<Payment>, at: Date): Payment => ({
  ...payment,
  ...change,
  version: payment.version + 1,
  updatedAt: at,
});

/** After 1, 2, 4 … seconds, and a minute at most. */
const nextCheck = ({ checks }: Payment, at: Date): Date =>
  new Date(at.getTime() + Math.min(MAX_BACKOFF_MS, SECOND * 2 ** Math.min(checks, 20)));

const requireAction = (payment: Payment, action: PaymentAction): void => {
  const actions = Payment.actions(payment);
  if (actions.includes(action)) return;
  const isBeingRefunded = action === 'refund' && payment.refunding.minor > 0n;
  if (payment.isVoiding || isBeingRefunded) throw underWay(payment);
  const whole = action === 'refund' && payment.captured.minor > 0n;
  const state = whole ? 'refunded' : payment.status;
  const allowed = actions.length === 0 ? 'Nothing can be done with it any more' : `Allowed now: ${actions.join(', ')}`;
  throw invalidState(`The payment is ${state.replace('_', ' ')}. ${allowed}.`, state, actions);
};

const underWay = (payment: Payment) =>
  invalidState(
    'Something was asked of the gateway before, and is not known yet.',
    'processing',
    Payment.actions(payment),
  );

const requireWithin = (amount: Money, most: Money, payment: Payment): void => {
  if (amount.minor > 0n && amount.compare(most) <= 0) return;
  if (most.minor <= 0n) throw underWay(payment);
  const message = `must be more than 0 and at most ${most.toDecimal()}`;
  throw invalid([{ path: ['amount'], code: 'number.max', message }]);
};
