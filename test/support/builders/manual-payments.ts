import { Order } from '#core/orders/order.ts';
import type { OrderPayments } from '#core/orders/ports.ts';
import type { RecordPayment } from '#core/orders/use-cases/record-payment.ts';
import type { UnitOfWork } from '#core/storage.ts';

/** Payments without a gateway: refunds are only recorded. */
export const makeManualPayments = ({
  unitOfWork,
  recordPayment,
}: {
  unitOfWork: UnitOfWork;
  recordPayment: RecordPayment;
}): OrderPayments => ({
  reverse: (id, actor) =>
    unitOfWork.run(async (tx) => {
      let order = await tx.orders.get(id);
      if (order.cancellingSince === null) return;
      const held = Order.amountHeld(order);
      if (order.state.payment === 'authorized') {
        order = await recordPayment(actor, { order, payment: { kind: 'voided' } })(tx);
      }
      if (held.minor > 0n) await recordPayment(actor, { order, payment: { kind: 'refunded', amount: held } })(tx);
    }),
  requestDueRefund: (id, actor) =>
    unitOfWork.run(async (tx) => {
      const order = await tx.orders.get(id);
      if (order.refundDue.minor === 0n) return;
      await recordPayment(actor, { order, payment: { kind: 'refunded', amount: order.refundDue } })(tx);
    }),
});
