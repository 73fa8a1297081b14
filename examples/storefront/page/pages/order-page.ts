import { type Caller, call, currentCaller } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import type { Order, Payment } from '../api/resources.ts';
import { guestOrders } from '../state/guest-orders.ts';
import { resumePayment } from '../state/pay-order.ts';
import { pageOfOrder } from '../state/place-order.ts';
import { alert, element } from '../view/element.ts';
import { orderView } from '../view/order-view.ts';
import { withdrawalLink } from '../view/withdrawal-link.ts';

const POLL_MS = 1_000;
const MAX_POLLS = 60;

type Shown = Readonly<{ order: Order; payment: Payment | undefined }>;

/** One order: what it is, its payment, and what the buyer may do with it. */
export const orderPage = async (idInPath: string): Promise<Node[]> => {
  const id = idInPath === '' ? openLink() : idInPath;
  const own = guestOrders.find(id);
  const as: Caller = own === undefined ? currentCaller() : { orderToken: own.token };
  if (own === undefined && !('session' in as)) return [element('h1', {}, 'Your order'), signInNote()];
  const mayWrite = own?.isReadOnly !== true;
  const section = element('section', { class: 'order' });
  const read = async (): Promise<Shown> => {
    const [order, payments] = await Promise.all([
      call((api) => api.get('/api/orders/{id}', { path: { id } }), as),
      call((api) => api.get('/api/payments', { query: { order_id: id, limit: 1 } }), as),
    ]);
    return { order, payment: payments.data[0] };
  };
  const show = async (problem?: Problem): Promise<Shown> => {
    const shown = await read();
    const withdrawal = await withdrawalLink(
      own === undefined ? { order_number: String(shown.order.number) } : { token: own.token },
    );
    section.replaceChildren(...orderView({ ...shown, as, mayWrite, withdrawal, refresh: () => refresh() }));
    // a failed payment says so itself
    if (problem !== undefined && shown.payment?.status !== 'failed') section.prepend(alert(problem.message));
    return shown;
  };
  const refresh = async (): Promise<void> => {
    const problem = await problemOf(resumePayment(id, as));
    void follow(await show(problem), { read, show });
  };
  await refresh();
  return [section];
};

const problemOf = async (request: Promise<void>): Promise<Problem | undefined> => {
  try {
    await request;
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

/** Reads the order until its payment has an outcome, and shows what has changed. */
const follow = async (
  shown: Shown,
  { read, show }: Readonly<{ read: () => Promise<Shown>; show: () => Promise<Shown> }>,
): Promise<void> => {
  const isOpen = ({ payment }: Shown) => payment?.status === 'processing' || payment?.status === 'requires_action';
  for (let polls = 0; polls < MAX_POLLS && isOpen(shown); polls += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const now = await read().catch(() => shown);
    if (JSON.stringify(now) !== JSON.stringify(shown)) {
      await show();
      if (!isOpen(now)) return;
    }
  }
};

/**
 * A link in a mail has the order and a token, which may only read it. The token leaves the address before somebody copies
 * it. @returns the id of the order.
 */
const openLink = (): string => {
  const query = new URLSearchParams(location.search);
  const [id, token] = [query.get('order') ?? '', query.get('token')];
  if (token !== null && guestOrders.find(id)?.isReadOnly !== false) {
    guestOrders.keep({ id, number: null, token, isReadOnly: true });
  }
  history.replaceState(null, '', pageOfOrder(id));
  return id;
};

const signInNote = (): HTMLElement =>
  element('p', { class: 'note' }, element('a', { href: '/account' }, 'Sign in'), ' to see this order.');
