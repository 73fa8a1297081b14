import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { Checkout } from './checkout.ts';
import { checkoutEventView } from './checkout-view.ts';

const events = eventsOf('checkout', checkoutEventView);

export const checkoutCreated = events.created;

export const checkoutUpdated = (before: Checkout, after: Checkout): DomainEvent =>
  events.changed('updated', before, after);
