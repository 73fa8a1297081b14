import { requireOwnership } from '#core/access/ownership.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { OrderQueries } from '#core/orders/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import { requireFound } from '../responses/responses.ts';

/** The view of an order. @throws DomainError `not_found`, also for an order of another user. */
export const findOrder = async (queries: OrderQueries, actor: Actor, id: OrderId) => {
  const order = requireFound(await queries.find(id), 'order', id);
  requireOwnership(actor, 'orders:read', { kind: 'order', id, orderId: id, userId: order.userId });
  return order;
};
