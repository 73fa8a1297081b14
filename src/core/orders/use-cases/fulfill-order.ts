import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import {
  type FulfilledItem,
  type Fulfillment,
  itemsToFulfill,
  requireDelivered,
  type Tracking,
} from '../fulfillment.ts';
import { Order, type OrderId } from '../order.ts';
import { fulfillmentView } from '../order-view.ts';
import type { OrdersTx } from '../ports.ts';
import { type OrderChange, type StoreOrderDeps, storeOrder } from '../steps/store-order.ts';

type Command = Readonly<{
  id: OrderId;
  /** All unfulfilled items if omitted. */
  items?: readonly FulfilledItem[] | undefined;
  expected: ExpectedVersions;
}> &
  Tracking;

/** Creates a fulfillment. */
export type FulfillOrder = (actor: Actor, command: Command) => Work<Order, OrdersTx>;

export const makeFulfillOrder =
  ({ clock, ids, invoices }: StoreOrderDeps): FulfillOrder =>
  (actor, { id, items, trackingNumber, carrier, deliveredAt, expected }) =>
  async (tx) => {
    Scope.requireAll(actor, ['orders:write'], 'This');
    const before = await requireVersion(tx.events, await tx.orders.get(id), expected);
    Order.require(before, 'fulfill');
    const createdAt = clock.now();
    requireDelivered(deliveredAt, { createdAt: before.createdAt, now: createdAt });
    const fulfillment: Fulfillment = {
      id: ids.next('ful'),
      items: itemsToFulfill(before, items),
      trackingNumber,
      carrier,
      deliveredAt,
      createdAt,
    };
    return storeOrder(tx, { actor, ids, invoices }, fulfillmentChange(before, fulfillment));
  };

/** The change of an order by a fulfillment. @throws DomainError `invalid_state`. */
export const fulfillmentChange = (before: Order, fulfillment: Fulfillment): OrderChange => {
  const { id, created_at: _createdAt, ...shown } = fulfillmentView(fulfillment);
  const details = { fulfillment_id: id, ...shown };
  return { before, after: Order.fulfill(before, fulfillment), what: 'fulfilled', details };
};

type TrackingChange = Readonly<{
  id: OrderId;
  fulfillmentId: Fulfillment['id'];
  /** Omitted fields stay, and null removes. */
  patch: Partial<Tracking>;
  expected: ExpectedVersions;
}>;

/**
 * Adds or corrects the tracking of a fulfillment and when it was delivered, in any state of the order. Without a change it
 * writes nothing.
 */
export type ChangeTracking = (actor: Actor, command: TrackingChange) => Work<Order, OrdersTx>;

export const makeChangeTracking =
  ({ clock, ids, invoices }: StoreOrderDeps): ChangeTracking =>
  (actor, { id, fulfillmentId, patch, expected }) =>
  async (tx) => {
    Scope.requireAll(actor, ['orders:write'], 'This');
    const before = await requireVersion(tx.events, await tx.orders.get(id), expected);
    const fulfillment = before.fulfillments.find((each) => each.id === fulfillmentId);
    if (fulfillment === undefined) throw notFound('fulfillment', fulfillmentId);
    const changed = { ...fulfillment, ...patch };
    if (isUnchanged(fulfillmentView(fulfillment), fulfillmentView(changed))) return before;
    const at = clock.now();
    if (patch.deliveredAt !== undefined) requireDelivered(patch.deliveredAt, { createdAt: before.createdAt, now: at });
    const after = Order.changeTracking(before, changed, at);
    const { id: _id, items: _items, created_at: _createdAt, ...shown } = fulfillmentView(changed);
    const details = { fulfillment_id: fulfillmentId, ...shown };
    return storeOrder(tx, { actor, ids, invoices }, { before, after, what: 'tracking_updated', details });
  };
