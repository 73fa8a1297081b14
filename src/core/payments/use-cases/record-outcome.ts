import type { Actor } from '#core/shared/actor.ts';
import { type Moment, momentOf } from '#core/shared/clock.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { type AppliedOutcome, applyOutcome, type Outcome } from '../apply-outcome.ts';
import { Payable } from '../payable.ts';
import { Payment } from '../payment.ts';
import { PaymentEntry } from '../payment-entry.ts';
import { delayAfter, recordDelay } from '../payment-findings.ts';
import { PaymentOperation } from '../payment-operation.ts';
import type { PaymentsTx } from '../ports.ts';
import { paymentAuditEntry, paymentChanged } from '../records.ts';
import { type StoreDeps, storePayment } from '../steps/store-payment.ts';

export type FinishedOperation = Readonly<{ payment: Payment; operation: PaymentOperation }>;

/** A recorded operation, with what it pays if it was loaded. */
export type StartedOperation = FinishedOperation & Readonly<{ payable?: Payable }>;

type Reported = StartedOperation & Readonly<{ outcome: Outcome }>;

/** Records the outcome of an operation, unless it is recorded already. @returns the current payment and operation. */
export type RecordOutcome = (actor: Actor, reported: Reported) => Work<FinishedOperation, PaymentsTx>;

export const makeRecordOutcome =
  (deps: StoreDeps): RecordOutcome =>
  (actor, reported) => {
    let expected = expectedState(reported);
    return async (tx) => {
      const { payment: before, payable, operation } = expected ?? (await currentState(tx, reported));
      // saving fails if the versions changed meanwhile, and the work runs again on the current ones
      expected = undefined;
      // the authorization of an open payment is pending
      const isPending = operation.kind === 'authorize' ? Payment.isOpen(before) : operation.status === 'pending';
      if (!isPending) return { payment: before, operation };
      const at = momentOf(deps);
      const applied = applyOutcome(before, operation, provenOutcome(reported, before), at);
      const payment = await storeOutcome(tx, { ...deps, actor }, { before, payable, applied, at });
      return { payment, operation: applied.operation };
    };
  };

/** The state that a captured authorization began with; undefined where it has to be loaded. */
const expectedState = ({ outcome, payment, operation, payable }: Reported): Required<StartedOperation> | undefined =>
  operation.kind === 'authorize' && outcome.kind === 'captured' && payable !== undefined
    ? { payment, operation, payable }
    : undefined;

/** Loads in parallel. Lock order everywhere: payment, then what it pays. */
const currentState = async (
  tx: PaymentsTx,
  { payment: { id, payableId }, operation: started }: StartedOperation,
): Promise<Required<StartedOperation>> => {
  const [payment, payable, operation] = await Promise.all([
    tx.payments.get(id),
    Payable.get(tx, payableId),
    started.kind === 'authorize' ? started : tx.payments.getOperation(started.id),
  ]);
  return { payment, payable, operation };
};

/** An unreachable gateway proves nothing once another process may have called it. */
const provenOutcome = ({ outcome, payment: started }: Reported, before: Payment): Outcome =>
  outcome.kind === 'unreachable' && started.checkCount !== before.checkCount
    ? { ...outcome, kind: 'unknown' }
    : outcome;

/** Limits the timeline entries of a gateway that does not respond for hours. */
const MAX_LOGGED_CHECKS = 20;

type StoreRequest = Readonly<{
  before: Payment;
  payable: Payable;
  applied: AppliedOutcome;
  at: Moment;
  /** Whether the operation was sent just now, which is recorded even without a change. */
  isNewOperation?: boolean;
}>;

/** Stores what an outcome changes, or only the next check where it changes nothing. */
export const storeOutcome = async (
  tx: PaymentsTx,
  deps: StoreDeps & Readonly<{ actor: Actor }>,
  { before, payable, applied, at, isNewOperation = true }: StoreRequest,
): Promise<Payment> => {
  const { payment: after, operation, what, movement } = applied;
  const details = PaymentEntry.outcomeDetails(operation);
  if (isUnchangedExceptChecks(before, after)) {
    const { actor, ids } = deps;
    const entry = PaymentEntry.of({ ids, actor, paymentId: before.id, at: at.business }, what, details);
    const delay = delayAfter(before, { operation, what, at });
    if (delay !== before.delay) return storeDelay(tx, deps, { before, delay, at, entry });
    const waiting = Payment.postpone(before, at);
    await tx.payments.postpone(waiting, isNewOperation && before.checkCount <= MAX_LOGGED_CHECKS ? [entry] : []);
    return waiting;
  }
  const movements = movement === undefined ? [] : [{ id: operation.id, ...movement, refunded: operation.refunded }];
  const operations = [operation, ...(await completedAuthorization(tx, { before, applied, at }))];
  return storePayment(tx, deps, { before, payable, after, what, details, operations, movements });
};

type Delayed = Readonly<{ before: Payment; delay: Payment['delay']; at: Moment; entry: PaymentEntry }>;

/** A payment that begins or ceases to need attention gets a version and an event. */
const storeDelay = async (
  tx: PaymentsTx,
  { actor }: Readonly<{ actor: Actor }>,
  { before, delay, at, entry }: Delayed,
): Promise<Payment> => {
  const after = Payment.postpone(recordDelay(before, delay, at), at);
  await tx.payments.save(after, { entries: [entry] });
  await tx.events.append(actor, paymentChanged(before, after));
  await tx.audit.append(paymentAuditEntry(actor, entry.type, { before, after }));
  return after;
};

/** Voiding an open payment completes its authorization, whose outcome nothing else would record. */
const completedAuthorization = async (
  tx: PaymentsTx,
  { before, applied: { payment: after, operation }, at }: Pick<StoreRequest, 'before' | 'applied' | 'at'>,
): Promise<PaymentOperation[]> => {
  const isEnded = operation.kind === 'void' && Payment.isOpen(before) && !Payment.isOpen(after);
  return isEnded ? [PaymentOperation.succeed(await tx.payments.getOperation(before.id), at.business)] : [];
};

/** Whether only the check times differ. */
export const isUnchangedExceptChecks = (before: Payment, after: Payment): boolean =>
  before.status === after.status &&
  before.reference === after.reference &&
  before.redirectUrl === after.redirectUrl &&
  before.isVoiding === after.isVoiding &&
  amountsOf(before).every((amount, index) => amount.minor === amountsOf(after)[index]?.minor);

const amountsOf = ({ captured, refunded, capturing, refunding }: Payment) => [captured, refunded, capturing, refunding];
