import { type Caller, call } from '../api/client.ts';
import type { Order, Payment } from '../api/resources.ts';
import { payOrder } from '../state/pay-order.ts';
import { addressView } from './address-view.ts';
import { cardChoice, chosenCard } from './card-choice.ts';
import { itemsView, totalsView } from './charges-view.ts';
import { alert, element } from './element.ts';
import { onSubmit } from './field.ts';
import { money } from './money.ts';

type OrderViewOptions = Readonly<{
  order: Order;
  payment: Payment | undefined;
  as: Caller;
  /** Whether the caller may do more than read it. */
  mayWrite: boolean;
  /** Leads to the page where the buyer withdraws from it. */
  withdrawal: HTMLElement;
  /** Reads and shows the order again. */
  refresh: () => Promise<void>;
}>;

const WORDS: Readonly<Record<string, string>> = {
  open: 'Open',
  completed: 'Completed',
  cancelled: 'Cancelled',
  unpaid: 'Not paid',
  authorized: 'Payment authorized',
  partially_paid: 'Partially paid',
  paid: 'Paid',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
  unfulfilled: 'Not shipped yet',
  partially_fulfilled: 'Partially shipped',
  fulfilled: 'Shipped',
};

const wordOf = (state: string): string => WORDS[state] ?? state;

export const statesOf = ({ status, payment_status: payment, fulfillment_status: fulfillment }: Order): string[] =>
  status === 'cancelled' ? [wordOf(status)] : [wordOf(payment), wordOf(fulfillment)];

export const orderView = ({ order, payment, as, mayWrite, withdrawal, refresh }: OrderViewOptions): Node[] => {
  const isPayable = order.status === 'open' && order.amount_due > 0 && payment?.status !== 'processing';
  return [
    element('h1', {}, `Order ${order.number}`),
    element('p', { class: 'states', role: 'status' }, ...statesOf(order).map((state) => element('span', {}, state))),
    ...paymentNotes(payment),
    itemsView(order),
    totalsView(order),
    isPayable && mayWrite ? payForm({ order, as, refresh }) : null,
    order.shipping_address === null ? null : element('h2', {}, 'Delivery address'),
    order.shipping_address === null ? null : addressView(order.shipping_address),
    ...order.fulfillments.map(({ carrier, tracking_number: number }) =>
      element('p', {}, ['Shipped', carrier, number].filter(Boolean).join(' · ')),
    ),
    order.withdrawal ? withdrawalNote(order.withdrawal, withdrawal) : null,
    mayWrite && order.actions.includes('cancel') ? cancelForm({ order, as, refresh }) : null,
  ].filter((node) => node !== null);
};

const paymentNotes = (payment: Payment | undefined): Node[] => {
  if (payment?.status === 'processing') return [element('p', { class: 'note' }, 'Your payment is being confirmed…')];
  if (payment?.status === 'failed') {
    return [alert(`${payment.failure_message ?? 'The payment failed.'} Nothing was charged.`)];
  }
  if (payment?.status !== 'requires_action' || payment.next_action === null) return [];
  const link = element('a', { class: 'button', href: payment.next_action.redirect_url }, 'Continue at the bank');
  return [element('p', { class: 'note' }, 'Your bank waits for your approval. ', link)];
};

const withdrawalNote = ({ until }: NonNullable<Order['withdrawal']>, link: HTMLElement): HTMLElement =>
  element('p', {}, until === null ? null : `You may withdraw until ${lastDayOf(until)}. `, link);

/** The period ends at the midnight after its last day. */
const lastDayOf = (until: string): string =>
  new Date(Date.parse(until) - 1).toLocaleDateString(navigator.language, { dateStyle: 'long' });

const timeOf = (timestamp: string): string =>
  new Date(timestamp).toLocaleTimeString(navigator.language, { hour: '2-digit', minute: '2-digit' });

type FormOptions = Omit<OrderViewOptions, 'payment' | 'mayWrite' | 'withdrawal'>;

const payForm = ({ order, as, refresh }: FormOptions): HTMLElement => {
  const label = `Pay ${money(order.amount_due, order.currency)}`;
  const form = element(
    'form',
    { class: 'pay' },
    order.expires_at === null ? null : element('p', {}, `Your items are reserved until ${timeOf(order.expires_at)}.`),
    cardChoice(),
    element('button', { type: 'submit', class: 'primary' }, label),
  );
  onSubmit(form, async () => {
    await payOrder(order.id, chosenCard(form), as);
    await refresh();
  });
  return form;
};

const cancelForm = ({ order, as, refresh }: FormOptions): HTMLElement => {
  const form = element('form', {}, element('button', { type: 'submit', class: 'plain' }, 'Cancel the order'));
  onSubmit(form, async () => {
    await call((api) => api.post('/api/orders/{id}/cancel', { path: { id: order.id } }), as);
    await refresh();
  });
  return form;
};
