import { accessLevelOf, requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { AddressFields } from '#core/shared/address.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import { SharedMetadata } from '#core/shared/shared-metadata.ts';
import { StalePreparationError, type Work } from '#core/shared/unit-of-work.ts';
import { requireMayMove } from '../customer-policy.ts';
import { Order, type OrderId } from '../order.ts';
import { changedDetails, type OrderDetails, requireMayWriteDetails } from '../order-details.ts';
import type { OrdersTx } from '../ports.ts';
import { type OrderChange, type StoreOrderDeps, storeOrder } from '../steps/store-order.ts';

/** Null resets a field to its default. */
export type OrderPatch = MergePatch<OrderDetails>;

/** An order's details after a patch, and the owners of its metadata. */
export type PatchedDetails = Readonly<{
  details: OrderDetails;
  written: Pick<Order, 'metadata' | 'customerMetadataKeys'>;
}>;

/** Applies a patch of the shop or of the customer, who writes only their own metadata. */
export const patchedDetails = (order: Order, patch: OrderPatch, isByShop: boolean): PatchedDetails => {
  const details = mergePatch(Order.detailsOf(order), patch) as OrderDetails;
  const write = isByShop ? SharedMetadata.writeByShop : SharedMetadata.writeByCustomer;
  const written = write(order, details.metadata ?? {});
  return { details: { ...details, metadata: written.metadata }, written };
};

/** Whether a patch changes where an order is taxed or shipped to. */
export const movesPlace = (order: Order, patch: OrderPatch): boolean => {
  const before = Order.detailsOf(order);
  const { details: after } = patchedDetails(order, patch, true);
  return !(['shipping_address', 'billing_address'] as const).every((field) => isSamePlace(before[field], after[field]));
};

const isSamePlace = (one: OrderDetails['shipping_address'], other: OrderDetails['shipping_address']): boolean =>
  PLACE.every((field) => (one?.[field] ?? null) === (other?.[field] ?? null));

const PLACE = ['country', 'state', 'postal_code'] as const satisfies readonly (keyof AddressFields)[];

/** The fields that may change in any state; all others change only while the order is open. */
const IN_ANY_STATE: readonly string[] = ['external_id', 'metadata', 'note'] satisfies readonly (keyof OrderDetails)[];

/** Without a change it writes nothing. */
export type ChangeOrder = (
  actor: Actor,
  command: Readonly<{
    id: OrderId;
    patch: OrderPatch;
    expected: ExpectedVersions;
    /** Whether the order may move to another place without new prices; false if omitted. */
    mayMove?: boolean;
  }>,
) => Work<Order, OrdersTx>;

/** Where an order and its mails are sent. */
const ADDRESSES: readonly string[] = ['email', 'shipping_address', 'billing_address'];

export const makeChangeOrder =
  ({ clock, ids, invoices }: StoreOrderDeps): ChangeOrder =>
  (actor, { id, patch, expected, mayMove = false }) =>
  async (tx) => {
    const before = await tx.orders.get(id);
    requireOwnership(actor, 'orders:write', { kind: 'order', id, orderId: id, userId: before.userId });
    await requireVersion(tx.events, before, expected);
    requireMayWriteDetails(actor, patch);
    if (!mayMove && movesPlace(before, patch)) throw new StalePreparationError(`The place of the order ${id} changed.`);
    const { details, written } = patchedDetails(before, patch, accessLevelOf(actor, 'orders:write') === 'all');
    const change = Object.keys(patch).every((field) => IN_ANY_STATE.includes(field)) ? Order.annotate : Order.change;
    const after = { ...change(before, details, clock.now()), ...written };
    const fields = changedDetails(Order.detailsOf(before), Order.detailsOf(after));
    if (fields.length === 0 && after.note === before.note) return before;
    if (fields.some((field) => ADDRESSES.includes(field))) await requireMayMove(tx, actor, before);
    return storeOrder(tx, { actor, ids, invoices }, { before, after, ...entryOf(fields) });
  };

/** What the timeline says of a change; the buyer does not see that a note changed. */
const entryOf = (fields: readonly string[]): Pick<OrderChange, 'what' | 'details'> =>
  fields.length === 0 ? { what: 'note_updated', details: {} } : { what: 'updated', details: { fields } };
