import type { Money } from '#core/shared/money.ts';
import type { Movement } from './ledger.ts';
import { Payment } from './payment.ts';
import type { PaymentEntryType } from './payment-entry.ts';
import type { AuthorizeOutcome, CaptureOutcome, Charge, RefundOutcome, VoidOutcome } from './payment-gateway.ts';
import { PaymentOperation } from './payment-operation.ts';
import type { Failure } from './payment-status.ts';

/** What a gateway has answered to an operation. */
export type Outcome = AuthorizeOutcome | CaptureOutcome | VoidOutcome | RefundOutcome;

/** What an outcome makes of a payment and of the operation that it is the outcome of. */
export type AppliedOutcome = Readonly<{
  payment: Payment;
  operation: PaymentOperation;
  what: PaymentEntryType;
  /** The money that it has moved. */
  moved?: Readonly<{ kind: Movement['kind']; amount: Money }>;
}>;

const NOT_REACHED: Failure = { code: 'gateway_unreachable', message: 'The gateway could not be reached.' };

/** The payment and the operation after an outcome; where nothing is known by it, as they were. */
export const applyOutcome = (
  payment: Payment,
  operation: PaymentOperation,
  outcome: Outcome,
  at: Date,
): AppliedOutcome => {
  switch (outcome.kind) {
    case 'unknown':
      return { payment, operation, what: 'unknown' };
    case 'unreachable': {
      const forgotten = PaymentOperation.forget(operation, NOT_REACHED, at);
      return { payment: undone(payment, operation, NOT_REACHED, at), operation: forgotten, what: 'unreachable' };
    }
    case 'invalid_token':
    case 'declined': {
      const failure = failureOf(outcome);
      // what was wrong with the request is told again to whoever repeats it
      const end = outcome.kind === 'declined' ? PaymentOperation.fail : PaymentOperation.forget;
      const failed = end(operation, failure, at);
      return { payment: undone(payment, operation, failure, at), operation: failed, what: 'declined' };
    }
    case 'pending':
      if (operation.kind === 'refund') return { payment, operation, what: 'processing' };
      return authorized(payment, operation, chargeOf(payment, { ...outcome, status: 'pending' }), at);
    case 'requires_action':
      return authorized(payment, operation, chargeOf(payment, { ...outcome, status: 'requires_action' }), at);
    case 'authorized':
      return authorized(payment, operation, chargeOf(payment, { ...outcome, status: 'authorized' }), at);
    case 'captured':
      // by what was asked, since a gateway from elsewhere may say more than it has to, or less
      return operation.kind === 'authorize'
        ? authorized(
            payment,
            operation,
            chargeOf(payment, { reference: referenceIn(outcome, payment), status: 'captured' }),
            at,
          )
        : captured(payment, operation, { isClosed: 'isClosed' in outcome && outcome.isClosed, at });
    case 'voided':
      return { payment: Payment.void(payment, at), operation: PaymentOperation.succeed(operation, at), what: 'voided' };
    case 'refunded':
      return refunded(payment, operation, at);
  }
};

/** Of an authorization whose charge was found at the gateway, or told of by it. */
export const authorized = (payment: Payment, operation: PaymentOperation, charge: Charge, at: Date): AppliedOutcome => {
  const after = Payment.observe(payment, charge, at);
  const amount = after.captured.subtract(payment.captured);
  const moved = amount.minor > 0n ? { moved: { kind: 'capture', amount } as const } : {};
  return { payment: after, operation: operationAfter(operation, after, at), what: entryTypeOf(after), ...moved };
};

const operationAfter = (operation: PaymentOperation, after: Payment, at: Date): PaymentOperation => {
  if (Payment.isOpen(after)) return operation;
  return after.failure === null
    ? PaymentOperation.succeed(operation, at)
    : PaymentOperation.fail(operation, after.failure, at);
};

/** How a payment's status is told of. */
export const entryTypeOf = ({ status }: Payment): PaymentEntryType => {
  if (status === 'succeeded') return 'captured';
  if (status === 'failed') return 'declined';
  return status === 'cancelled' ? 'voided' : status;
};

const captured = (
  payment: Payment,
  operation: PaymentOperation,
  told: Readonly<{ isClosed: boolean; at: Date }>,
): AppliedOutcome => ({
  payment: Payment.capture(payment, operation.amount, told),
  operation: PaymentOperation.succeed(operation, told.at),
  what: 'captured',
  moved: { kind: 'capture', amount: operation.amount },
});

const refunded = (payment: Payment, operation: PaymentOperation, at: Date): AppliedOutcome => ({
  payment: Payment.refund(payment, operation.amount, at),
  operation: PaymentOperation.succeed(operation, at),
  what: 'refunded',
  moved: { kind: 'refund', amount: operation.amount },
});

/** The payment without what was asked for. */
const undone = (payment: Payment, { kind, amount }: PaymentOperation, failure: Failure, at: Date): Payment => {
  switch (kind) {
    case 'authorize':
      return Payment.fail(payment, failure, at);
    case 'capture':
      return Payment.failCapture(payment, amount, at);
    case 'void':
      return Payment.failVoid(payment, at);
    case 'refund':
      return Payment.failRefund(payment, amount, at);
  }
};

const referenceIn = (outcome: Outcome, { id }: Payment): string =>
  'reference' in outcome && typeof outcome.reference === 'string' ? outcome.reference : id;

const failureOf = (outcome: Extract<Outcome, { kind: 'declined' | 'invalid_token' }>): Failure =>
  outcome.kind === 'declined'
    ? { code: outcome.code, message: outcome.message }
    : { code: 'invalid_token', message: `The token ${outcome.message}.` };

const chargeOf = (
  { amount }: Payment,
  { reference, status, redirectUrl }: Pick<Charge, 'reference' | 'status' | 'redirectUrl'>,
): Charge => {
  const nothing = amount.subtract(amount);
  const seen = { reference, status, captured: status === 'captured' ? amount : nothing, refunded: nothing };
  return redirectUrl === undefined ? seen : { ...seen, redirectUrl };
};
