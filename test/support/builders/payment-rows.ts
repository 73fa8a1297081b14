import type { Dispute } from '#core/payments/dispute.ts';
import { Movement } from '#core/payments/ledger.ts';
import { Payment } from '#core/payments/payment.ts';
import { PaymentEntry, type PaymentEntryType } from '#core/payments/payment-entry.ts';
import { PaymentOperation } from '#core/payments/payment-operation.ts';
import { PAYMENT_STATUSES } from '#core/payments/payment-status.ts';
import type { OrderPaymentState, PaymentChanges } from '#core/payments/ports.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Money } from '#core/shared/money.ts';
import type { Transaction, Work } from '#core/storage.ts';
import { cut, longStringMap, TEXT } from '../strings.ts';
import { ids, momentAt, NOON, noonPlus } from './builders.ts';
import { dollars, money } from './order-builders.ts';

type PaymentOverrides = Partial<Payment> & Readonly<{ at?: Date }>;

/** A payment of 39.98 just started for its own order by default. */
export const aPaymentRow = ({ at = NOON, ...overrides }: PaymentOverrides = {}): Payment => {
  const { amount = dollars(39.98), captureMethod = 'automatic' } = overrides;
  const [id, orderId] = [ids.next('pay'), ids.next('ord')];
  const defaults = { token: 'tok_success', returnUrl: null, metadata: {}, userId: null, gateway: 'sandbox' };
  return {
    ...Payment.begin({ ...defaults, id, payableId: orderId, amount, captureMethod, at: momentAt(at) }),
    ...overrides,
  };
};

/** An authorized payment without pending operations. */
export const anAuthorizedRow = (overrides: PaymentOverrides = {}): Payment =>
  aPaymentRow({ status: 'authorized', captureMethod: 'manual', nextCheckAt: null, ...overrides });

/** A fully captured payment without pending operations. */
export const aPaidRow = (overrides: PaymentOverrides = {}): Payment => {
  const { amount = dollars(39.98) } = overrides;
  return aPaymentRow({ status: 'succeeded', captured: amount, nextCheckAt: null, ...overrides });
};

/** An operation of a payment: its authorization by default. */
export const anOperation = (payment: Payment, overrides: Partial<PaymentOperation> = {}): PaymentOperation => ({
  ...PaymentOperation.create({
    id: payment.id,
    paymentId: payment.id,
    kind: 'authorize',
    amount: payment.amount,
    idempotency: null,
    at: payment.createdAt,
  }),
  ...overrides,
});

/** A timeline entry of a payment: its request by default. */
export const aPaymentEntry = (
  { id, createdAt }: Payment,
  type: PaymentEntryType = 'authorize_requested',
  overrides: Readonly<{ actor?: Actor; details?: PaymentEntry['details']; at?: Date }> = {},
): PaymentEntry => {
  const { actor = Actor.system, details = {}, at = createdAt } = overrides;
  return PaymentEntry.of({ ids, actor, paymentId: id, at }, type, details);
};

/** Money moved by an operation of its own. */
export const aMovement = (payment: Payment, kind: Movement['kind'], amount: Money): Movement =>
  Movement.of(kind, payment, { id: ids.next('mov'), amount });

/** The movements behind a payment's amounts. */
export const movementsOf = (payment: Payment): Movement[] =>
  [
    ...(payment.captured.minor > 0n ? [aMovement(payment, 'capture', payment.captured)] : []),
    ...(payment.refunded.minor > 0n ? [aMovement(payment, 'refund', payment.refunded)] : []),
    ...(Payment.disputed(payment).minor > 0n ? [aMovement(payment, 'dispute', Payment.disputed(payment))] : []),
  ] satisfies Movement[];

/** An open dispute of 10 by default. */
export const aDispute = (overrides: Partial<Dispute> = {}): Dispute => ({
  reference: ids.next('evt'),
  status: 'open',
  amount: dollars(10),
  booked: dollars(10),
  reason: 'fraudulent',
  openedAt: NOON,
  closedAt: null,
  ...overrides,
});

/** Starts a payment whose order has the amount due, with its movements by default. */
export const beginRow =
  (payment: Payment, added: PaymentChanges = {}, due: Money = payment.amount): Work<OrderPaymentState | undefined> =>
  (tx: Transaction) =>
    tx.payments.begin(payment, { movements: movementsOf(payment), ...added }, due);

/** The next version of a payment. */
export const nextRow = (payment: Payment, change: Partial<Payment> = {}): Payment => ({
  ...payment,
  updatedAt: noonPlus(1),
  ...change,
  version: payment.version + 1,
});

/** A payment with every field set to its largest value. */
export const aLargePaymentRow = (overrides: PaymentOverrides = {}): Payment =>
  aPaymentRow({
    userId: ids.next('usr'),
    gateway: `g${'-'.repeat(39)}`,
    reference: cut(TEXT, 255),
    status: 'authorized',
    captureMethod: 'manual',
    amount: money('999999999999.99'),
    captured: money('999999999999.97'),
    capturing: money(0.01),
    refunded: money('999999999999.91'),
    refunding: money(0.02),
    reversed: money('999999999999.99'),
    hasFailedRefund: true,
    disputes: [
      aDispute({ status: 'lost', closedAt: noonPlus(1.234), booked: money(0.01) }),
      aDispute({ amount: money('999999999999.99'), reason: cut(TEXT, 100), booked: money(0.04) }),
    ],
    delay: 'overdue_operation',
    hasDiscrepancy: true,
    isVoiding: true,
    isOverpayment: true,
    token: cut(TEXT, 500),
    returnUrl: cut(TEXT, 2000),
    redirectUrl: cut(TEXT, 2000),
    failure: { code: cut(TEXT, 100), message: cut(TEXT, 1000) },
    metadata: { ...longStringMap(46), constructor: '', toString: 'a name that objects have', 2: 'two', 1: 'one' },
    nextCheckAt: new Date('2099-12-31T23:59:59.999Z'),
    checkCount: 2_147_483_647,
    createdAt: new Date('1999-12-31T23:59:59.999Z'),
    updatedAt: new Date('2026-11-20T12:00:00.001Z'),
    ...overrides,
  });

/** Captured and refunded amounts in cents of a payment of 39.98: refundable ones and others. */
const AMOUNTS = [
  [0, 0, 0, 0],
  [1000, 0, 0, 0],
  [1000, 500, 1000, 0],
  [1000, 0, 400, 600],
  [3998, 0, 0, 3998],
  [3998, 0, 1, 0],
] as const;

/** A payment of its own order for every status, voided or not, refundable or not. */
export const everyPaymentRow = (overrides: (index: number) => PaymentOverrides = () => ({})): Payment[] => {
  const cents = (amount: number): Money => dollars(amount / 100);
  const kinds = PAYMENT_STATUSES.flatMap((status) =>
    [false, true].flatMap((isVoiding) => AMOUNTS.map((amounts) => ({ status, isVoiding, amounts }))),
  );
  return kinds.map(({ status, isVoiding, amounts: [captured, capturing, refunded, refunding] }, index) => {
    const captures = { captured: cents(captured), capturing: cents(capturing) };
    const refunds = { refunded: cents(refunded), refunding: cents(refunding) };
    return aPaymentRow({ status, isVoiding, ...captures, ...refunds, ...overrides(index) });
  });
};

/** Several concurrent payments of their own orders. */
export const beginRows =
  (payments: readonly Payment[]): Work<void> =>
  async (tx) => {
    for (const payment of payments) {
      if ((await beginRow(payment)(tx)) !== undefined) throw new Error(`${payment.id} was not begun.`);
    }
  };
