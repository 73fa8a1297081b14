import { call, currentCaller } from '../api/client.ts';
import { cart } from './cart.ts';
import { stored } from './stored.ts';

/** The checkout that the visitor was sent to; a guest opens it with its token. */
type SentTo = Readonly<{ id: string; token?: string | undefined }>;

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

/** Empties the cart of a visitor who comes back after the order. @returns whether there is one. */
export const endHostedCheckout = async (): Promise<boolean> => {
  const sent = sentTo.get();
  if (sent === undefined) return false;
  const { id, token } = sent;
  const isGuest = !('session' in currentCaller());
  const header = isGuest && token !== undefined ? { 'Checkout-Token': token } : {};
  const { status } = await call((api) => api.get('/api/checkouts/{id}', { path: { id }, header }));
  if (status === 'ready' || status === 'incomplete') return false;
  sentTo.remove();
  const isOrdered = status === 'in_progress' || status === 'completed';
  if (isOrdered) cart.clear();
  return isOrdered;
};
