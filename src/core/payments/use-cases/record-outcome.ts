import type { Actor } from '#core/shared/actor.ts';
import { type Moment, momentOf } from '#core/shared/clock.ts';
import type { Transaction, Work } from '#core/storage.ts';
import { type AppliedOutcome, applyOutcome, authorized, entryTypeOf, type Outcome } from '../apply-outcome.ts';
import { paymentAuditEntry } from '../audit-entries.ts';
import { paymentChanged } from '../events.ts';
import { Payable } from '../payable.ts';
import { Payment } from '../payment.ts';
import { PaymentEntry } from '../payment-entry.ts';
import { delayAfter, recordDelay } from '../payment-findings.ts';
import type { Charge } from '../payment-gateway.ts';
import { PaymentOperation } from '../payment-operation.ts';
import { currentCharge, storeExternalReversals, storeReversals } from './record-reversals.ts';
import type { StoreDeps } from './store-deps.ts';
import { storePayment } from './store-payment.ts';

/** A payment and its operation. */
export type FinishedOperation = Readonly<{ payment: Payment; operation: PaymentOperation }>;

/** A recorded operation, with what it pays if it was loaded. */
export type StartedOperation = FinishedOperation & Readonly<{ payable?: Payable }>;

/** Records the outcome of an operation, unless it is recorded already. @returns the current payment and operation. */
export type RecordOutcome = (
  actor: Actor,
  reported: StartedOperation & Readonly<{ outcome: Outcome }>,
) => Work<FinishedOperation>;

/** Records a charge as read from the gateway, including external changes. */
export type RecordCharge = (
  actor: Actor,
  observation: Readonly<{ payment: Pick<Payment, 'id' | 'payableId'>; charge: Charge }>,
) => Work<Payment>;

export const makeRecordOutcome =
  (deps: StoreDeps): RecordOutcome =>
  (actor, { outcome, ...started }) => {
    let isFirst = true;
    return async (tx) => {
      // saving fails if the versions changed meanwhile, and the work runs again on the current ones
      const isUnchanged = isFirst && started.operation.kind === 'authorize' && outcome.kind === 'captured';
      isFirst = false;
      const {
        payment: before,
        payable,
        operation,
      } = await (isUnchanged && hasPayable(started) ? started : current(tx, started));
      // the authorization of an open payment is pending
      const isPending = operation.kind === 'authorize' ? Payment.isOpen(before) : operation.status === 'pending';
      if (!isPending) return { payment: before, operation };
      const at = momentOf(deps);
      const applied = applyOutcome(before, operation, provenOutcome(outcome, started.payment, before), at);
      const payment = await storeOutcome(tx, { ...deps, actor }, { before, payable, applied, at });
      return { payment, operation: applied.operation };
    };
  };

/** An unreachable gateway proves nothing once another process may have called it. */
const provenOutcome = (outcome: Outcome, started: Payment, before: Payment): Outcome =>
  outcome.kind === 'unreachable' && started.checkCount !== before.checkCount
    ? { ...outcome, kind: 'unknown' }
    : outcome;

const hasPayable = (started: StartedOperation): started is Required<StartedOperation> => started.payable !== undefined;

/** Loads in parallel. Lock order everywhere: payment, then what it pays. */
const current = async (
  tx: Transaction,
  { payment: { id, payableId }, operation: started }: StartedOperation,
): Promise<Required<StartedOperation>> => {
  const [payment, payable, operation] = await Promise.all([
    tx.payments.get(id),
    Payable.get(tx, payableId),
    started.kind === 'authorize' ? started : tx.payments.getOperation(started.id),
  ]);
  return { payment, payable, operation };
};

export const makeRecordCharge =
  (deps: StoreDeps): RecordCharge =>
  (actor, { payment: { id, payableId }, charge }) =>
  async (tx) => {
    let [before, payable] = await Promise.all([tx.payments.get(id), Payable.get(tx, payableId)]);
    const at = momentOf(deps);
    if (Payment.isOpen(before)) {
      const operation = await tx.payments.getOperation(id);
      // an external refund is recorded as an operation of its own
      const applied = authorized(before, operation, { ...charge, refunded: before.refunded }, at);
      before = await storeOutcome(tx, { ...deps, actor }, { before, payable, applied, at, isNewOperation: false });
      payable = await Payable.get(tx, payableId);
    }
    [before, payable] = await storeReversals(tx, { ...deps, actor }, { payment: before, payable, charge, at });
    // the charge includes our pending operations, which must not count twice
    if (Payment.isPending(before)) return before;
    [before, payable] = await storeExternalReversals(tx, { ...deps, actor }, { payment: before, payable, charge, at });
    const after = Payment.observe(before, currentCharge(before, charge), at);
    return storeExternalChanges(tx, { ...deps, actor }, { before, payable, after });
  };

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

const storeOutcome = async (
  tx: Transaction,
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
  tx: Transaction,
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
  tx: Transaction,
  { before, applied: { payment: after, operation }, at }: Pick<StoreRequest, 'before' | 'applied' | 'at'>,
): Promise<PaymentOperation[]> => {
  const isEnded = operation.kind === 'void' && Payment.isOpen(before) && !Payment.isOpen(after);
  return isEnded ? [PaymentOperation.succeed(await tx.payments.getOperation(before.id), at.business)] : [];
};

/** Whether only the check times differ. */
const isUnchangedExceptChecks = (before: Payment, after: Payment): boolean =>
  before.status === after.status &&
  before.reference === after.reference &&
  before.redirectUrl === after.redirectUrl &&
  before.isVoiding === after.isVoiding &&
  amountsOf(before).every((amount, index) => amount.minor === amountsOf(after)[index]?.minor);

const amountsOf = ({ captured, refunded, capturing, refunding }: Payment) => [captured, refunded, capturing, refunding];

/** Records external captures and refunds as operations of their own. */
const storeExternalChanges = async (
  tx: Transaction,
  deps: StoreDeps & Readonly<{ actor: Actor }>,
  { before, payable, after }: Readonly<{ before: Payment; payable: Payable; after: Payment }>,
): Promise<Payment> => {
  if (isUnchangedExceptChecks(before, after)) return before;
  const at = after.updatedAt;
  const captured = after.captured.subtract(before.captured);
  const refunded = after.refunded.subtract(before.refunded);
  const externalMovements = [
    { id: deps.ids.next('cap'), kind: 'capture' as const, amount: captured },
    { id: deps.ids.next('re'), kind: 'refund' as const, amount: refunded },
  ].filter(({ amount }) => amount.minor > 0n);
  const operations = externalMovements.map(({ id, kind, amount }) =>
    PaymentOperation.succeed(
      PaymentOperation.create({ id, paymentId: after.id, kind, amount, idempotency: null, at }),
      at,
    ),
  );
  const what = refunded.minor > 0n ? 'refunded' : entryTypeOf(after);
  return storePayment(tx, deps, { before, payable, after, what, operations, movements: externalMovements });
};
