import { call, currentCaller, VISITOR } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import type { Order, OrderInput } from '../api/resources.ts';
import { cart } from './cart.ts';
import { guestOrders } from './guest-orders.ts';
import { beginPayment, pendingOrder } from './pending.ts';

/**
 * Places the order, or the one that is pending already, and leaves its payment pending for the order's page.
 * @throws Problem; the order stays pending while its outcome is uncertain.
 */
export const placeOrder = async (input: OrderInput, card: string): Promise<Order> => {
  const isGuest = !('session' in currentCaller());
  pendingOrder.begin({ input, card, isGuest });
  const placed = await resumeOrder();
  if (placed === undefined) throw new Error('The order that has begun is not pending.');
  return placed;
};

/** Sends the pending order again, with the key of the first time. @throws Problem */
export const resumeOrder = async (): Promise<Order | undefined> => {
  const pending = pendingOrder.current();
  if (pending === undefined) return undefined;
  const { key, input, card, isGuest } = pending;
  const as = isGuest ? VISITOR : currentCaller();
  if (!isGuest && !('session' in as)) throw new Problem(401, 'session_ended', 'Sign in again to complete your order.');
  try {
    const header = { 'Idempotency-Key': key };
    const order = await call((api) => api.post('/api/orders', { body: input, header }), as);
    const { id, number, client_secret: token } = order;
    if (token !== undefined) guestOrders.keep({ id, number, token, isReadOnly: false });
    if (order.amount_due > 0) beginPayment({ orderId: id, card });
    cart.clear();
    pendingOrder.end();
    return order;
  } catch (problem) {
    if (problem instanceof Problem && !problem.isUncertain) pendingOrder.end();
    throw problem;
  }
};

/** The page of an order, to which the payer also returns from the bank. */
export const pageOfOrder = (id: string): string => new URL(`/orders/${encodeURIComponent(id)}`, location.href).href;
