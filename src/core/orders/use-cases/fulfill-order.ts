import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { type FulfilledItem, type Fulfillment, itemsToFulfill } from '../fulfillment.ts';
import { Order, type OrderId } from '../order.ts';
import { fulfillmentView } from '../order-view.ts';
import type { OrderInvoices, OrdersTx } from '../ports.ts';
import type { OrderChange } from '../steps/store-order.ts';
import { storeOrder } from '../steps/store-order.ts';

type Command = Readonly<{
  id: OrderId;
  /** All unfulfilled items if omitted. */
  items?: readonly FulfilledItem[] | undefined;
  trackingNumber: string | null;
  carrier: string | null;
  expected: ExpectedVersions;
}>;

/** Creates a fulfillment. */
export type FulfillOrder = (actor: Actor, command: Command) => Work<Order, OrdersTx>;

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator; invoices: OrderInvoices }>;

export const makeFulfillOrder =
  ({ clock, ids, invoices }: Deps): FulfillOrder =>
  (actor, { id, items, trackingNumber, carrier, expected }) =>
  async (tx) => {
    Scope.requireAll(actor, ['orders:write'], 'This');
    const before = await tx.orders.get(id);
    await requireVersion(tx.events, before, expected);
    Order.require(before, 'fulfill');
    const fulfillment: Fulfillment = {
      id: ids.next('ful'),
      items: itemsToFulfill(before, items),
      trackingNumber,
      carrier,
      createdAt: clock.now(),
    };
    return storeOrder(tx, { actor, ids, invoices }, fulfillmentChange(before, fulfillment));
  };

/** The change of an order by a fulfillment. @throws DomainError `invalid_state`. */
export const fulfillmentChange = (before: Order, fulfillment: Fulfillment): OrderChange => {
  const { trackingNumber, carrier } = fulfillment;
  const { id, items } = fulfillmentView(fulfillment);
  const details = { fulfillment_id: id, items, tracking_number: trackingNumber, carrier };
  return { before, after: Order.fulfill(before, fulfillment), what: 'fulfilled', details };
};
