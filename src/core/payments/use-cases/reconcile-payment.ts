import { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction, UnitOfWork } from '#core/unit-of-work.ts';
import type { Outcome } from '../apply-outcome.ts';
import { LEASE_MS, Payment, type PaymentId } from '../payment.ts';
import type { PaymentOperation } from '../payment-operation.ts';
import { beginOperation } from './begin-operation.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { RecordCharge, RecordOutcome } from './record-outcome.ts';

/**
 * Asks the gateway what has become of a payment and of all that was asked for it, and records the truth. Can be done at any
 * time, by any number of processes: what is asked again has no second effect.
 * @returns the payment then, and whether the gateway could tell of it; undefined where there is none.
 */
export type ReconcilePayment = (id: PaymentId) => Promise<Settled | undefined>;

type Settled = Readonly<{ payment: Payment; isKnown: boolean }>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  ask: GatewayClient;
  recordOutcome: RecordOutcome;
  recordCharge: RecordCharge;
  clock: Clock;
  ids: IdGenerator;
}>;

const HOUR_MS = 3_600_000;

/** So long it is asked for again; who asks later would charge somebody who has given up. */
const ASKED_MS = HOUR_MS;

/** An hour after it was asked for last, a gateway finds what it was asked for. */
const NEVER_RECEIVED_MS = 2 * HOUR_MS;

/** Nobody comes back after that, whose order has no end of its own. */
const ABANDONED_MS = 24 * HOUR_MS;

const NOT_FOUND_YET: Outcome = { kind: 'unknown', why: 'the gateway does not find it' };

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
    unitOfWork.run(recordOutcome(actor, { payment, operation, outcome: notProven(outcome) }));

  /** What was asked and not answered is asked again. */
  const askAgain = async (payment: Payment, operation: PaymentOperation): Promise<Payment> =>
    (await record(payment, operation, await ask.execute(payment, operation))).payment;

  const settleCharge = async (payment: Payment, authorization: PaymentOperation | undefined): Promise<Settled> => {
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
    if (found.kind === 'cannot_tell' || age < ASKED_MS) {
      return { payment: await askAgain(payment, authorization), isKnown };
    }
    const outcome = age < NEVER_RECEIVED_MS ? NOT_FOUND_YET : NEVER_RECEIVED;
    return { ...(await record(payment, authorization, outcome)), isKnown };
  };

  return async (id) => {
    const [found, pending] = await unitOfWork.run(async (tx) => [
      await tx.payments.find(id),
      await tx.payments.pending(id),
    ]);
    if (found === undefined) return undefined;
    let payment = found;
    for (const operation of pending) if (operation.kind !== 'authorize') payment = await askAgain(payment, operation);
    const settled = await settleCharge(
      payment,
      pending.find(({ kind }) => kind === 'authorize'),
    );
    if (!isOwed(settled.payment, deps.clock.now()) && !(await isAbandoned(deps, settled.payment))) return settled;
    const begun = await unitOfWork.run((tx) => giveBack(tx, deps, id));
    return begun === undefined ? settled : { ...settled, payment: await askAgain(begun.payment, begun.operation) };
  };
};

/** That it was not done this time says nothing of the time before. */
const notProven = (outcome: Outcome): Outcome =>
  outcome.kind === 'unreachable' ? { ...outcome, kind: 'unknown' } : outcome;

/** Whether the payer had something to do, and the time for that is over. */
const isAbandoned = async ({ unitOfWork, clock }: Deps, payment: Payment): Promise<boolean> => {
  if (payment.status !== 'requires_action' || payment.isVoiding) return false;
  const order = await unitOfWork.run((tx) => tx.orders.find(payment.orderId));
  const end = order?.expiresAt ?? new Date(payment.createdAt.getTime() + ABANDONED_MS);
  return end <= clock.now();
};

/** Whether its money came when nobody had use for it, the gateway has not given it back, and is to be asked for it now. */
const isOwed = (payment: Payment, now: Date): boolean => {
  if (!payment.isOverpayment || Payment.isUnderWay(payment)) return false;
  // it has declined just now where that is further away than for whoever has claimed the payment
  const isDue = payment.checkAt === null || payment.checkAt.getTime() <= now.getTime() + LEASE_MS;
  return isDue && Payment.refundable(payment).minor > 0n;
};

/** Begins to give back what nobody wants, or to let go of a payment, unless its payer has come back by now. */
const giveBack = async (tx: Transaction, { clock, ids }: Deps, id: PaymentId) => {
  const before = await tx.payments.get(id);
  const isWaiting = before.status === 'requires_action' && !before.isVoiding;
  if (!isOwed(before, clock.now()) && !isWaiting) return undefined;
  const given = { kind: isWaiting ? 'void' : 'refund', request: null } as const;
  return beginOperation(tx, { actor: Actor.system, clock, ids }, { before, given });
};
