import type { OrderPayments } from '#core/orders/order-payments.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction, UnitOfWork } from '#core/unit-of-work.ts';
import { Payment, type PaymentId } from '../payment.ts';
import { notKnownYet } from '../payment-faults.ts';
import { beginOperation } from './begin-operation.ts';
import type { Operate } from './operate.ts';
import type { Operated } from './record-outcome.ts';
import type { SettlePayment } from './settle-payment.ts';

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  operate: Operate;
  settlePayment: SettlePayment;
  clock: Clock;
  ids: IdGenerator;
}>;

/** A void, and then a refund of what was captured before. */
const MOST_STEPS = 4;

/** Gives back what was paid by gateways, and lets go of what is held there. */
export const makeOrderPayments = (deps: Deps): OrderPayments => {
  const { unitOfWork, operate, settlePayment } = deps;

  const giveBack = (id: PaymentId, actor: Actor): Promise<void> =>
    operate({ actor, request: null, begin: (tx) => beginGivingBack(tx, { ...deps, actor }, id) }).then(async (work) => {
      await unitOfWork.run(work);
    });

  const release = async (id: PaymentId, actor: Actor): Promise<void> => {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const payment = await unitOfWork.run((tx) => tx.payments.get(id));
      if (isReleased(payment)) return;
      const isAsked = Payment.isUnderWay(payment) && payment.status !== 'requires_action';
      if (isAsked || payment.isVoiding) {
        const settled = await settlePayment(id);
        if (settled !== undefined && Payment.isUnderWay(settled.payment)) throw notKnownYet();
      } else {
        await giveBack(id, actor);
      }
    }
    throw notKnownYet();
  };

  return {
    async release(orderId, actor) {
      const holding = await unitOfWork.run(async (tx) => {
        const order = await tx.orders.find(orderId);
        return order?.cancellingSince ? tx.payments.holding(orderId) : [];
      });
      for (const id of holding) await release(id, actor);
    },
  };
};

const isReleased = (payment: Payment): boolean =>
  !Payment.isUnderWay(payment) && Payment.held(payment).minor === 0n && Payment.refundable(payment).minor === 0n;

const beginGivingBack = async (
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'ids'> & Readonly<{ actor: Actor }>,
  id: PaymentId,
): Promise<Operated> => {
  const before = await tx.payments.get(id);
  const isHeld = Payment.isOpen(before) || Payment.held(before).minor > 0n;
  const kind = isHeld ? 'void' : 'refund';
  return beginOperation(tx, deps, { before, given: { kind, request: null } });
};
