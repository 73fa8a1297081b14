import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Order } from './order.ts';
import { orderView } from './order-view.ts';

const events = eventsOf('order', orderView);

/** That there is the order; of one that costs nothing, that it is paid too. */
export const orderCreated = (order: Order): DomainEvent[] => {
  const created = events.created(order);
  return order.state.payment === 'paid' ? [created, { ...created, type: 'order.paid' }] : [created];
};

/** Named after what the order came to be, if it did by this. */
export const orderChanged = (before: Order, after: Order): DomainEvent => {
  const isNow = (is: (order: Order) => boolean): boolean => is(after) && !is(before);
  if (isNow(({ state }) => state.status === 'cancelled')) return events.changed('cancelled', before, after);
  if (isNow(({ state }) => state.payment === 'paid')) return events.changed('paid', before, after);
  if (isNow(({ state }) => state.fulfillment === 'fulfilled')) return events.changed('fulfilled', before, after);
  return events.changed('updated', before, after);
};
