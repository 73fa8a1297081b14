import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Order } from './order.ts';
import { orderView } from './order-view.ts';

const events = eventsOf('order', orderView);

/** The events of a new order; a free order is also paid. */
export const orderCreated = (order: Order): DomainEvent[] => {
  const created = events.created(order);
  return order.state.payment === 'paid' ? [created, { ...created, type: 'order.paid' }] : [created];
};

/** The event of a change, named after the status that the order reached by it. */
export const orderChanged = (before: Order, after: Order): DomainEvent => {
  const isNow = (is: (order: Order) => boolean): boolean => is(after) && !is(before);
  if (isNow(({ state }) => state.status === 'cancelled')) return events.changed('cancelled', before, after);
  // a failed refund makes an order paid that was announced as paid before
  const wasPaid = before.state.payment === 'partially_refunded' || before.state.payment === 'refunded';
  if (!wasPaid && isNow(({ state }) => state.payment === 'paid')) return events.changed('paid', before, after);
  if (isNow(({ state }) => state.fulfillment === 'fulfilled')) return events.changed('fulfilled', before, after);
  return events.changed('updated', before, after);
};
