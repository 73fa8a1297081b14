import { type DomainEvent, eventsOf } from '#core/shared/domain-event.ts';
import type { SavedCart } from './saved-cart.ts';
import { cartEventView } from './saved-cart-view.ts';

const events = eventsOf('cart', cartEventView);

export const cartCreated = events.created;

export const cartUpdated = (before: SavedCart, after: SavedCart): DomainEvent =>
  events.changed('updated', before, after);

export const cartAbandoned = (before: SavedCart, after: SavedCart): DomainEvent =>
  events.changed('abandoned', before, after);

export const cartDeleted = (cart: SavedCart, at: Date): DomainEvent => events.deleted(cart, at);
