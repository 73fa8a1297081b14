import type { Candidate, Request } from './load.ts';
import { ordering } from './requests.ts';

/** Orders two products and pays for them, again and again. `onPaid` is called with each answer of a payment. */
export const paidOrders = (
  ids: readonly [string, ...string[]],
  onPaid: () => void = () => {},
): Candidate['requests'] => {
  const place = ordering(ids, 2);
  return (connection) => {
    const [placing] = place('service', connection);
    if (placing === undefined) throw new Error('There is nothing to order.');
    const onResponse: Request['onResponse'] = (_status, body, context) => {
      (context as { orderId?: string }).orderId = JSON.parse(body).id;
    };
    const setupRequest: Request['setupRequest'] = (request, context) => ({
      ...request,
      method: 'POST',
      path: '/api/payments',
      headers: { ...request.headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({
        order_id: (context as { orderId?: string }).orderId,
        payment_method: { token: 'tok_success' },
      }),
    });
    return [
      { ...placing, onResponse },
      { setupRequest, onResponse: onPaid },
    ];
  };
};
