import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { Fulfillment, Tracking } from '../fulfillment.ts';
import { Order, type OrderId } from '../order.ts';
import type { OrderInvoices, OrdersTx } from '../ports.ts';
import { storeOrder } from '../steps/store-order.ts';

type Command = Readonly<{
  id: OrderId;
  fulfillmentId: Fulfillment['id'];
  /** Omitted fields stay, and null removes. */
  patch: Partial<Tracking>;
  expected: ExpectedVersions;
}>;

/** Adds or corrects the tracking of a fulfillment, in any state of the order. Without a change it writes nothing. */
export type ChangeTracking = (actor: Actor, command: Command) => Work<Order, OrdersTx>;

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator; invoices: OrderInvoices }>;

export const makeChangeTracking =
  ({ clock, ids, invoices }: Deps): ChangeTracking =>
  (actor, { id, fulfillmentId, patch, expected }) =>
  async (tx) => {
    Scope.requireAll(actor, ['orders:write'], 'This');
    const before = await tx.orders.get(id);
    await requireVersion(tx.events, before, expected);
    const fulfillment = before.fulfillments.find((each) => each.id === fulfillmentId);
    if (fulfillment === undefined) throw notFound('fulfillment', fulfillmentId);
    const { trackingNumber, carrier } = { ...fulfillment, ...patch };
    if (trackingNumber === fulfillment.trackingNumber && carrier === fulfillment.carrier) return before;
    const after = Order.changeTracking(before, { id: fulfillmentId, trackingNumber, carrier }, clock.now());
    const details = { fulfillment_id: fulfillmentId, tracking_number: trackingNumber, carrier };
    return storeOrder(tx, { actor, ids, invoices }, { before, after, what: 'tracking_updated', details });
  };
