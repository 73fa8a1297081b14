import { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction, UnitOfWork } from '#core/storage.ts';
import type { Outcome } from '../apply-outcome.ts';
import { LEASE_MS, Payment, type PaymentId } from '../payment.ts';
import type { PaymentOperation } from '../payment-operation.ts';
import { beginOperation } from './begin-operation.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { RecordCharge, RecordOutcome } from './record-outcome.ts';

/**
 * Reconciles a payment and its pending operations with the gateway. Can run at any time in any number of processes,
 * since repeated requests have no second effect.
 * @returns the payment, and whether the gateway reported its state; undefined for an unknown payment.
 */
export type ReconcilePayment = (id: PaymentId) => Promise<Reconciled | undefined>;

type Reconciled = Readonly<{ payment: Payment; isKnown: boolean }>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  ask: GatewayClient;
  recordOutcome: RecordOutcome;
  recordCharge: RecordCharge;
  clock: Clock;
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

  /** Repeats a pending operation. */
  const repeatOperation = async (payment: Payment, operation: PaymentOperation): Promise<Payment> =>
    (await record(payment, operation, await ask.execute(payment, operation))).payment;

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
      return { payment: await repeatOperation(payment, authorization), isKnown };
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
    for (const operation of pending)
      if (operation.kind !== 'authorize') payment = await repeatOperation(payment, operation);
    const reconciled = await reconcileCharge(
      payment,
      pending.find(({ kind }) => kind === 'authorize'),
    );
    if (!isRefundDue(reconciled.payment, deps.clock.now()) && !(await isAbandoned(deps, reconciled.payment)))
      return reconciled;
    const started = await unitOfWork.run((tx) => startReversal(tx, deps, id));
    return started === undefined
      ? reconciled
      : { ...reconciled, payment: await repeatOperation(started.payment, started.operation) };
  };
};

/** An unreachable gateway does not prove that an earlier call failed. */
const unreachableAsUnknown = (outcome: Outcome): Outcome =>
  outcome.kind === 'unreachable' ? { ...outcome, kind: 'unknown' } : outcome;

/** Whether the payer did not act in time. */
const isAbandoned = async ({ unitOfWork, clock }: Deps, payment: Payment): Promise<boolean> => {
  if (payment.status !== 'requires_action' || payment.isVoiding) return false;
  const order = await unitOfWork.run((tx) => tx.orders.find(payment.orderId));
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
const startReversal = async (tx: Transaction, { clock, ids }: Deps, id: PaymentId) => {
  const before = await tx.payments.get(id);
  const isWaiting = before.status === 'requires_action' && !before.isVoiding;
  if (!isRefundDue(before, clock.now()) && !isWaiting) return undefined;
  const given = { kind: isWaiting ? 'void' : 'refund', idempotency: null } as const;
  return beginOperation(tx, { actor: Actor.system, clock, ids }, { before, requested: given });
};
