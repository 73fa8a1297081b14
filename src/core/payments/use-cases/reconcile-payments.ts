import { type Outcome, unreachableAsUnknown } from '../apply-outcome.ts';
// Why: docs/decisions/0015-payments.md

import { Actor } from '#core/shared/actor.ts';
import type { Clocks, SystemClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { LEASE_MS } from '../check-schedule.ts';
import { PayableId } from '../payable-id.ts';
import { Payment, type PaymentId } from '../payment.ts';
import type { PaymentOperation } from '../payment-operation.ts';
import type { PaymentsTx } from '../ports.ts';
import { makeReconcileDue, type ReconcileDue } from '../reconcile-due.ts';
import { beginOperation } from '../steps/begin-operation.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { RecordCharge } from './record-charge.ts';
import type { RecordOutcome } from './record-outcome.ts';

/**
 * Reconciles a payment and its pending operations with the gateway. Can run at any time in any number of processes,
 * since repeated requests have no second effect.
 * @returns the payment, and whether the gateway reported its state and that of its pending operations; undefined for an
 * unknown payment.
 */
export type ReconcilePayment = (id: PaymentId) => Promise<Reconciled | undefined>;

type Reconciled = Readonly<{ payment: Payment; isKnown: boolean }>;

type Repeated = Readonly<{ payment: Payment; awaited: bigint }>;

type Deps = Clocks &
  Readonly<{
    unitOfWork: UnitOfWork<PaymentsTx>;
    ask: GatewayClient;
    recordOutcome: RecordOutcome;
    recordCharge: RecordCharge;
    ids: IdGenerator;
  }>;

const HOUR_MS = 3_600_000;

/** How long a lost authorization is repeated; later the payer no longer expects the charge. */
const REPEAT_AUTHORIZATION_MS = HOUR_MS;

/** An hour after the last repetition the gateway finds any charge it made. */
const NEVER_RECEIVED_AFTER_MS = 2 * HOUR_MS;

/** When a payer is considered gone if the order has no deadline. */
const ABANDONED_AFTER_MS = 24 * HOUR_MS;

const NOT_FOUND_YET: Outcome = { kind: 'unknown', why: 'the gateway does not find the charge' };

const NEVER_RECEIVED: Outcome = {
  kind: 'declined',
  code: 'not_received',
  message: 'The gateway was not reached in time.',
  reference: null,
};

export const makeReconcilePayment = (deps: Deps): ReconcilePayment => {
  const { unitOfWork, ask, recordOutcome, recordCharge } = deps;
  const actor = Actor.system;

  const record = (payment: Payment, operation: PaymentOperation, outcome: Outcome) =>
    unitOfWork.run(recordOutcome(actor, { payment, operation, outcome: unreachableAsUnknown(outcome) }));

  /** Repeats a pending operation; `awaited` is the amount of a refund that the gateway is processing. */
  const repeatOperation = async (payment: Payment, operation: PaymentOperation): Promise<Repeated> => {
    const outcome = await ask.execute(payment, operation);
    const isAwaited = operation.kind === 'refund' && outcome.kind === 'pending';
    const recorded = await record(payment, operation, outcome);
    return { payment: recorded.payment, awaited: isAwaited ? operation.amount.minor : 0n };
  };

  /** A refund may take the gateway days: that it is pending is a response, too. */
  const settle = async ({ payment, isKnown }: Reconciled, awaited: bigint): Promise<Reconciled> => {
    const isAwaited = payment.refunding.minor > 0n && payment.refunding.minor <= awaited;
    const isOtherPending = Payment.isOpen(payment) || payment.isVoiding || payment.capturing.minor > 0n;
    if (!isAwaited || isOtherPending) return { payment, isKnown: isKnown && isAnswered(payment) };
    const waiting = await unitOfWork.run((tx) => awaitRefund(tx, payment, deps.systemClock.now()));
    return { payment: waiting, isKnown };
  };

  const reconcileCharge = async (
    payment: Payment,
    authorization: PaymentOperation | undefined,
  ): Promise<Reconciled> => {
    const found = await ask.lookUp(payment);
    const isKnown = found.kind !== 'unknown' && found.kind !== 'unreachable';
    if (found.kind === 'found') {
      const { charge } = found;
      return { payment: await unitOfWork.run(recordCharge(actor, { payment, charge })), isKnown };
    }
    if (authorization === undefined || !Payment.isOpen(payment)) return { payment, isKnown };
    if (found.kind === 'unknown' || found.kind === 'unreachable')
      return { ...(await record(payment, authorization, found)), isKnown };
    const age = deps.clock.now().getTime() - payment.createdAt.getTime();
    if (found.kind === 'cannot_tell' || age < REPEAT_AUTHORIZATION_MS) {
      return { payment: (await repeatOperation(payment, authorization)).payment, isKnown };
    }
    const outcome = age < NEVER_RECEIVED_AFTER_MS ? NOT_FOUND_YET : NEVER_RECEIVED;
    return { ...(await record(payment, authorization, outcome)), isKnown };
  };

  return async (id) => {
    const [found, pending] = await unitOfWork.run(async (tx) => [
      await tx.payments.find(id),
      await tx.payments.listPendingOperations(id),
    ]);
    if (found === undefined) return undefined;
    let payment = found;
    let awaited = 0n;
    for (const operation of pending.filter(({ kind }) => kind !== 'authorize')) {
      const repeated = await repeatOperation(payment, operation);
      payment = repeated.payment;
      awaited += repeated.awaited;
    }
    const reconciled = await reconcileCharge(
      payment,
      pending.find(({ kind }) => kind === 'authorize'),
    );
    if (!isRefundDue(reconciled.payment, deps.systemClock.now()) && !(await isAbandoned(deps, reconciled.payment)))
      return settle(reconciled, awaited);
    const started = await unitOfWork.run((tx) => startReversal(tx, deps, id));
    if (started === undefined) return settle(reconciled, awaited);
    const reversed = await repeatOperation(started.payment, started.operation);
    return settle({ ...reconciled, payment: reversed.payment }, awaited + reversed.awaited);
  };
};

/** Whether nothing is pending that would hide external changes. */
const isAnswered = (payment: Payment): boolean => Payment.isOpen(payment) || !Payment.isPending(payment);

/** Asks for the refund again in an hour, unless another operation has begun. */
const awaitRefund = async (tx: PaymentsTx, { id, version }: Payment, at: Date): Promise<Payment> => {
  const current = await tx.payments.get(id);
  if (current.version !== version) return current;
  const waiting = { ...current, nextCheckAt: new Date(at.getTime() + HOUR_MS) };
  await tx.payments.postpone(waiting, []);
  return waiting;
};

/** Whether the payer did not act in time. */
const isAbandoned = async ({ unitOfWork, clock }: Deps, payment: Payment): Promise<boolean> => {
  if (payment.status !== 'requires_action' || payment.isVoiding) return false;
  const orderId = PayableId.order(payment.payableId);
  const order = orderId === null ? undefined : await unitOfWork.run((tx) => tx.orders.find(orderId));
  const end = order?.expiresAt ?? new Date(payment.createdAt.getTime() + ABANDONED_AFTER_MS);
  return end <= clock.now();
};

/** Whether an overpayment is to be refunded now. */
const isRefundDue = (payment: Payment, now: Date): boolean => {
  if (!payment.isOverpayment || payment.hasFailedRefund || Payment.isPending(payment)) return false;
  // a later check time than any lease means that the gateway just declined the refund
  const isDue = payment.nextCheckAt === null || payment.nextCheckAt.getTime() <= now.getTime() + LEASE_MS;
  return isDue && Payment.refundable(payment).minor > 0n;
};

/** Starts the refund of an overpayment or the void of an abandoned payment, unless the payer has returned meanwhile. */
const startReversal = async (tx: PaymentsTx, { clock, systemClock, ids }: Deps, id: PaymentId) => {
  const before = await tx.payments.get(id);
  const isWaiting = before.status === 'requires_action' && !before.isVoiding;
  if (!isRefundDue(before, systemClock.now()) && !isWaiting) return undefined;
  const given = { kind: isWaiting ? 'void' : 'refund', idempotency: null } as const;
  return beginOperation(tx, { actor: Actor.system, clock, systemClock, ids }, { before, requested: given });
};

const DAY_MS = 24 * 3_600_000;

/** Gateways do not send a webhook again after this time. */
const WEBHOOK_RETENTION_MS = 30 * DAY_MS;

type DueDeps = Readonly<{
  unitOfWork: UnitOfWork<PaymentsTx>;
  reconcilePayment: ReconcilePayment;
  systemClock: SystemClock;
  log: Log;
}>;

/** Starts the reconciliation of due payments. */
export const makeReconcilePayments = ({ unitOfWork, reconcilePayment, systemClock, log }: DueDeps): ReconcileDue =>
  makeReconcileDue({
    claim: (at, until) => unitOfWork.run((tx) => tx.payments.claimDue(at, until)),
    reconcile: reconcilePayment,
    systemClock,
    log,
    what: 'payment',
  });

/** Removes recorded webhooks that will not be sent again. */
export const makeRemoveOldGatewayWebhooks =
  ({ unitOfWork, systemClock }: Pick<DueDeps, 'unitOfWork' | 'systemClock'>) =>
  (): Promise<number> =>
    unitOfWork.run((tx) =>
      tx.payments.removeGatewayWebhooksBefore(new Date(systemClock.now().getTime() - WEBHOOK_RETENTION_MS)),
    );
