import { type Caller, call } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { beginPayment, pendingPayment } from './pending.ts';
import { pageOfOrder } from './place-order.ts';

/**
 * Sends the pending payment of an order, again with the key of the first time, and redirects the payer if their bank asks.
 * @throws Problem such as `payment_declined`; the payment stays pending while its outcome is uncertain.
 */
export const resumePayment = async (orderId: string, as: Caller): Promise<void> => {
  const pending = pendingPayment.current();
  if (pending === undefined || pending.orderId !== orderId) return;
  const { key, card } = pending;
  const body = { order_id: orderId, payment_method: { token: card }, return_url: pageOfOrder(orderId) };
  try {
    const payment = await call((api) => api.post('/api/payments', { body, header: { 'Idempotency-Key': key } }), as);
    pendingPayment.end();
    if (payment.next_action !== null) location.assign(payment.next_action.redirect_url);
  } catch (problem) {
    if (problem instanceof Problem && !problem.isUncertain) pendingPayment.end();
    throw problem;
  }
};

/** Pays an order with another card. @throws Problem */
export const payOrder = (orderId: string, card: string, as: Caller): Promise<void> => {
  beginPayment({ orderId, card });
  return resumePayment(orderId, as);
};
