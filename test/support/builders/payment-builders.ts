import { Payment } from '#core/payments/payment.ts';
import type { Charge } from '#core/payments/payment-gateway.ts';
import { PaymentOperation } from '#core/payments/payment-operation.ts';
import type { Money } from '#core/shared/money.ts';
import { cut, longStringMap, TEXT } from '../strings.ts';
import { ids, momentAt, NOON, noonPlus } from './builders.ts';
import { dollars, money } from './order-builders.ts';

type PaymentOverrides = Partial<Parameters<typeof Payment.begin>[0]>;

/** The time of an operation on a payment started at noon. */
export const LATER = noonPlus(60);

const TEN = dollars(10);

/** A guest's sandbox payment of 39.98, before the gateway is called. */
export const aPayment = (overrides: PaymentOverrides = {}): Payment =>
  Payment.begin({
    id: ids.next('pay'),
    payableId: ids.next('ord'),
    userId: null,
    gateway: 'sandbox',
    captureMethod: 'automatic',
    amount: dollars(39.98),
    token: 'tok_success',
    returnUrl: null,
    metadata: {},
    at: momentAt(NOON),
    ...overrides,
  });

/** The charge of a payment, without captures and refunds by default. */
export const aCharge = (payment: Payment, overrides: Partial<Charge> = {}): Charge => {
  const nothing = payment.amount.subtract(payment.amount);
  return { reference: `sandbox_${payment.id}`, status: 'pending', captured: nothing, refunded: nothing, ...overrides };
};

/** The payment after such a charge was found at its gateway. */
export const seen = (payment: Payment, overrides: Partial<Charge>, at: Date = noonPlus(1)): Payment =>
  Payment.observe(payment, aCharge(payment, overrides), momentAt(at));

export const REDIRECT_URL = 'https://bank.example/approve';

/** A payment that requires action. */
export const awaitingPayer = (payment: Payment = aPayment()): Payment =>
  seen(payment, { status: 'requires_action', redirectUrl: REDIRECT_URL });

export const authorized = (payment: Payment = aPayment({ captureMethod: 'manual' })): Payment =>
  seen(payment, { status: 'authorized' });

/** The full authorized amount or a part. */
export const captured = (payment: Payment = aPayment(), part?: Money): Payment =>
  part === undefined
    ? seen(payment, { status: 'captured', captured: payment.amount })
    : Payment.capture(capturing(payment, part), part, { isClosed: false, at: momentAt(LATER) });

export const capturing = (payment: Payment = authorized(), part: Money = TEN): Payment =>
  Payment.beginCapture(payment, part, momentAt(LATER));

export const voiding = (payment: Payment = authorized()): Payment => Payment.beginVoid(payment, momentAt(LATER));

export const voided = (payment: Payment = authorized()): Payment => Payment.void(voiding(payment), momentAt(LATER));

export const refunding = (payment: Payment = captured(), part: Money = TEN): Payment =>
  Payment.beginRefund(payment, part, momentAt(LATER));

export const refunded = (payment: Payment = captured(), part: Money = TEN): Payment =>
  Payment.refund(refunding(payment, part), part, momentAt(LATER));

export const FAILURE = { code: 'generic_decline', message: 'The card was declined.' } as const;

export const failed = (payment: Payment = aPayment()): Payment => Payment.fail(payment, FAILURE, momentAt(LATER));

/** A payment of every kind, by description. */
export const everyPayment = (): Readonly<Record<string, Payment>> => ({
  'that is processing': aPayment(),
  'whose payer has something to do': awaitingPayer(),
  'whose payer has something to do, being voided': voiding(awaitingPayer()),
  'that is held': authorized(),
  'that is held, being voided': voiding(),
  'that is held, a part being captured': capturing(),
  'that is held, all being captured': capturing(authorized(), dollars(39.98)),
  'that was captured in part': captured(authorized(), TEN),
  'that was captured in part, the rest being voided': voiding(captured(authorized(), TEN)),
  'that was captured in part and refunded': refunded(captured(authorized(), TEN), TEN),
  'that was captured in part and voided': voided(captured(authorized(), TEN)),
  'that was captured': captured(),
  'that was captured, with a pending refund of a part': refunding(),
  'that was captured, with a pending refund of all': refunding(captured(), dollars(39.98)),
  'that was refunded in part': refunded(),
  'that was refunded': refunded(captured(), dollars(39.98)),
  'that has failed': failed(),
  'that was voided': voided(),
});

/** A payment with every field set to its largest value. */
export const aLargePayment = (overrides: PaymentOverrides = {}): Payment => {
  const most = money('999999999999.99');
  const payment = aPayment({
    userId: ids.next('usr'),
    gateway: 'g'.repeat(40),
    methodId: ids.next('pm'),
    isOffSession: true,
    captureMethod: 'manual',
    amount: most,
    returnUrl: `https://shop.example/${'r'.repeat(2000)}`,
    metadata: { ...longStringMap(47), constructor: '', 2: 'two', 1: 'one' },
    ...overrides,
  });
  const held = seen(payment, { status: 'authorized', reference: cut(TEXT, 255) });
  const paid = captured(held, payment.amount.subtract(TEN));
  return capturing(refunding(refunded(paid, TEN), TEN), TEN);
};

type OperationOverrides = Partial<Parameters<typeof PaymentOperation.create>[0]>;

const PREFIXES = { capture: 'cap', void: 'void', refund: 're' } as const;

/** An operation of a payment: its full amount, at noon, without an idempotency key by default. */
export const anOperation = (
  payment: Payment,
  kind: PaymentOperation['kind'] = 'authorize',
  overrides: OperationOverrides = {},
): PaymentOperation =>
  PaymentOperation.create({
    id: kind === 'authorize' ? payment.id : ids.next(PREFIXES[kind]),
    paymentId: payment.id,
    kind,
    amount: payment.amount,
    idempotency: null,
    at: NOON,
    ...overrides,
  });
