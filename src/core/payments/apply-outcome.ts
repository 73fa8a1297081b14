import type { Moment } from '#core/shared/clock.ts';
import type { Money } from '#core/shared/money.ts';
import type { Movement } from './ledger.ts';
import { Payment } from './payment.ts';
import type { PaymentEntryType } from './payment-entry.ts';
import type {
  AuthorizeOutcome,
  CaptureOutcome,
  Charge,
  LookUpOutcome,
  RefundOutcome,
  VoidOutcome,
} from './payment-gateway.ts';
import { type OperationKind, PaymentOperation } from './payment-operation.ts';
import type { Failure } from './payment-status.ts';
import type { RemoveOutcome, SaveOutcome } from './saved-methods.ts';

/** The gateway's outcome of an operation. */
export type Outcome = AuthorizeOutcome | CaptureOutcome | VoidOutcome | RefundOutcome;

/** The payment and its operation after an outcome. */
export type AppliedOutcome = Readonly<{
  payment: Payment;
  operation: PaymentOperation;
  what: PaymentEntryType;
  /** The money that the outcome moved. */
  movement?: Readonly<{ kind: Movement['kind']; amount: Money }>;
}>;

/** The failure of a payment whose gateway was not reached. */
export const UNREACHABLE_CODE = 'gateway_unreachable';

export const NOT_REACHED: Failure = { code: UNREACHABLE_CODE, message: 'The gateway could not be reached.' };

/** An unreachable gateway does not prove that an earlier call failed. */
export const unreachableAsUnknown = <O extends Outcome | SaveOutcome>(outcome: O) =>
  outcome.kind === 'unreachable' ? { ...outcome, kind: 'unknown' as const } : outcome;

/** Applies a gateway's outcome to a payment and its operation; an unknown outcome changes neither. */
export const applyOutcome = (
  payment: Payment,
  operation: PaymentOperation,
  outcome: Outcome,
  at: Moment,
): AppliedOutcome => {
  switch (outcome.kind) {
    case 'unknown':
      return { payment, operation, what: 'unknown' };
    case 'unreachable': {
      const failed = PaymentOperation.releaseKey(operation, NOT_REACHED, at.business);
      return { payment: revertOperation(payment, operation, NOT_REACHED, at), operation: failed, what: 'unreachable' };
    }
    case 'invalid_token':
    case 'declined': {
      const failure = failureOf(outcome);
      // a repeated request with a malformed token is reported again, so its key stays free
      const end = outcome.kind === 'declined' ? PaymentOperation.fail : PaymentOperation.releaseKey;
      const failed = end(operation, failure, at.business);
      return { payment: revertOperation(payment, operation, failure, at), operation: failed, what: 'declined' };
    }
    case 'pending':
      if (operation.kind === 'refund') return { payment, operation, what: 'processing' };
      return authorized(payment, operation, chargeOf(payment, { ...outcome, status: 'pending' }), at);
    case 'requires_action':
      return authorized(payment, operation, chargeOf(payment, { ...outcome, status: 'requires_action' }), at);
    case 'authorized':
      return authorized(payment, operation, chargeOf(payment, { ...outcome, status: 'authorized' }), at);
    case 'captured':
      // an external gateway may return more or fewer fields than it should: the requested operation decides
      return operation.kind === 'authorize'
        ? authorized(
            payment,
            operation,
            chargeOf(payment, { reference: referenceIn(outcome, payment), status: 'captured' }),
            at,
          )
        : captured(payment, operation, { isClosed: 'isClosed' in outcome && outcome.isClosed, at });
    case 'voided':
      return {
        payment: Payment.void(payment, at),
        operation: PaymentOperation.succeed(operation, at.business),
        what: 'voided',
      };
    case 'refunded':
      return refunded(payment, operation, at);
  }
};

/** Applies a charge read from the gateway to an open authorization. */
export const authorized = (
  payment: Payment,
  operation: PaymentOperation,
  charge: Charge,
  at: Moment,
): AppliedOutcome => {
  const after = Payment.observe(payment, charge, at);
  const amount = after.captured.subtract(payment.captured);
  const movement = amount.minor > 0n ? { movement: { kind: 'capture', amount } as const } : {};
  return { payment: after, operation: operationAfter(operation, after, at), what: entryTypeOf(after), ...movement };
};

const operationAfter = (operation: PaymentOperation, after: Payment, at: Moment): PaymentOperation => {
  if (Payment.isOpen(after)) return operation;
  return after.failure === null
    ? PaymentOperation.succeed(operation, at.business)
    : PaymentOperation.fail(operation, after.failure, at.business);
};

/** The timeline entry that a payment's status is recorded as. */
export const entryTypeOf = ({ status }: Payment): PaymentEntryType => {
  if (status === 'succeeded') return 'captured';
  if (status === 'failed') return 'declined';
  return status === 'cancelled' ? 'voided' : status;
};

const captured = (
  payment: Payment,
  operation: PaymentOperation,
  captureDetails: Readonly<{ isClosed: boolean; at: Moment }>,
): AppliedOutcome => ({
  payment: Payment.capture(payment, operation.amount, captureDetails),
  operation: PaymentOperation.succeed(operation, captureDetails.at.business),
  what: 'captured',
  movement: { kind: 'capture', amount: operation.amount },
});

const refunded = (payment: Payment, operation: PaymentOperation, at: Moment): AppliedOutcome => ({
  payment: Payment.refund(payment, operation.amount, at),
  operation: PaymentOperation.succeed(operation, at.business),
  what: 'refunded',
  movement: { kind: 'refund', amount: operation.amount },
});

/** The payment without the pending operation. */
const revertOperation = (
  payment: Payment,
  { kind, amount }: PaymentOperation,
  failure: Failure,
  at: Moment,
): Payment => {
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
  const zero = amount.subtract(amount);
  const charge = { reference, status, captured: status === 'captured' ? amount : zero, refunded: zero };
  return redirectUrl === undefined ? charge : { ...charge, redirectUrl };
};

/** A call to a gateway: an operation, the look-up of a charge, or the saving or removal of a payment method. */
export type GatewayCallKind = OperationKind | 'look_up' | 'save_method' | 'remove_method';

const outcomes = (...kinds: (Outcome | LookUpOutcome | SaveOutcome | RemoveOutcome)['kind'][]): ReadonlySet<string> =>
  new Set([...kinds, 'unknown', 'unreachable']);

const OUTCOMES: Readonly<Record<GatewayCallKind, ReadonlySet<string>>> = {
  authorize: outcomes('authorized', 'captured', 'requires_action', 'pending', 'invalid_token', 'declined'),
  capture: outcomes('captured', 'declined'),
  void: outcomes('voided', 'declined'),
  refund: outcomes('refunded', 'pending', 'declined'),
  look_up: outcomes('found', 'not_found', 'cannot_tell'),
  save_method: outcomes('saved', 'requires_action', 'invalid_token', 'declined'),
  remove_method: outcomes('removed'),
};

/** Whether a call may have an outcome: an external gateway might return others. */
export const isOutcomeOf = (call: GatewayCallKind, outcome: string): boolean => OUTCOMES[call].has(outcome);
