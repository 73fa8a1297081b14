import { call, currentCaller, VISITOR } from '../api/client.ts';
import { cart } from './cart.ts';
import { guestOrders } from './guest-orders.ts';
import { stored } from './stored.ts';

/** The checkout that the visitor was sent to. */
type SentTo = Readonly<{
  id: string;
  /** Opens the checkout that was begun as a guest, also once the guest has signed in. */
  token?: string | undefined;
  /** Whether the cart was emptied, since the checkout has placed its order. */
  isOrdered?: boolean;
}>;

const sentTo = stored<SentTo>('hosted-checkout');

/** Creates a checkout of the cart. @returns the page of the service that takes the order and the payment. */
export const beginHostedCheckout = async (): Promise<string> => {
  const items = cart.items().map(({ productId, quantity }) => ({ product_id: productId, quantity }));
  const body = { items, return_url: `${location.origin}/cart` };
  const { id, url, client_secret: token } = await call((api) => api.post('/api/checkouts', { body }));
  if (url === null) throw new TypeError('Who creates a checkout gets the address of its page.');
  sentTo.set({ id, token });
  return url;
};

/** The order of the checkout: `payUrl` leads on to its payment; undefined once it is paid. */
export type HostedOrder = Readonly<{ number: number; payUrl: string | undefined }>;

/** Empties the cart of a visitor who comes back after the order, which the token of a guest opens too. @returns the order, if there is one. */
export const orderOfHostedCheckout = async (): Promise<HostedOrder | undefined> => {
  const sent = sentTo.get();
  if (sent === undefined) return undefined;
  const { id, token, isOrdered = false } = sent;
  const header = token === undefined ? {} : { 'Checkout-Token': token };
  const checkout = await call(
    (api) => api.get('/api/checkouts/{id}', { path: { id }, header }),
    token === undefined ? currentCaller() : VISITOR,
  );
  const { status, order } = checkout;
  if (status === 'ready' || status === 'incomplete') return undefined;
  if (order !== null && token !== undefined)
    guestOrders.keep({ id: order.id, number: order.number, token, isReadOnly: false });
  // what is put into the cart after the order stays there
  if (order !== null && !isOrdered) cart.clear();
  if (status !== 'in_progress') sentTo.remove();
  else if (!isOrdered) sentTo.set({ ...sent, isOrdered: true });
  if (order === null || (status !== 'in_progress' && status !== 'completed')) return undefined;
  const { payment_url: payUrl, url } = checkout;
  return { number: order.number, payUrl: status === 'completed' ? undefined : (payUrl ?? url ?? undefined) };
};
