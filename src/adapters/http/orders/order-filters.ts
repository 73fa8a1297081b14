import { accessLevelOf } from '#core/access/ownership.ts';
import type { OrderFilter } from '#core/orders/order-queries.ts';
import type { FulfillmentStatus, OrderPaymentStatus, OrderStatus } from '#core/orders/order-states.ts';
import { Actor } from '#core/shared/actor.ts';
import { emailKey } from '#core/users/user.ts';

/** What a query asks of orders. */
export type OrderFilters = Readonly<{
  status?: OrderStatus;
  payment_status?: OrderPaymentStatus;
  fulfillment_status?: FulfillmentStatus;
  user_id?: NonNullable<OrderFilter['userId']>;
  email?: string;
  number?: number;
  product_id?: NonNullable<OrderFilter['productId']>;
  created_from?: Date;
  created_to?: Date;
  sort: string;
}>;

/** Which come first, by the query's `sort`. */
export const firstOf = ({ sort }: OrderFilters): 'newest' | 'oldest' => (sort === 'created_at' ? 'oldest' : 'newest');

/** The orders that are asked for, as far as they are the actor's to see. */
export const visibleTo = (actor: Actor, query: OrderFilters): OrderFilter => ({
  ownerId: accessLevelOf(actor, 'orders:read') === 'all' ? undefined : Actor.userOf(actor),
  status: query.status,
  payment: query.payment_status,
  fulfillment: query.fulfillment_status,
  userId: query.user_id,
  emailKey: query.email === undefined ? undefined : emailKey(query.email),
  number: query.number,
  productId: query.product_id,
  createdFrom: query.created_from,
  createdTo: query.created_to,
});
