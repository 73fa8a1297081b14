import type { UnitOfWork } from '#core/unit-of-work.ts';
import { Order } from '../order.ts';
import type { OrderPayments } from '../order-payments.ts';
import type { RecordPayment } from './record-payment.ts';

/** For payments that no gateway knows of, because people took and give back the money by hand: what they do is recorded. */
export const makePaymentsByHand = ({
  unitOfWork,
  recordPayment,
}: {
  unitOfWork: UnitOfWork;
  recordPayment: RecordPayment;
}): OrderPayments => ({
  release: (id, actor) =>
    unitOfWork.run(async (tx) => {
      const order = await tx.orders.get(id);
      if (order.cancellingSince === null) return;
      const held = Order.amountHeld(order);
      if (order.state.payment === 'authorized') {
        await recordPayment(actor, { id, payment: { kind: 'voided' } })(tx);
      }
      if (held.minor > 0n) await recordPayment(actor, { id, payment: { kind: 'refunded', amount: held } })(tx);
    }),
});
