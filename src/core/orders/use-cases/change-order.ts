import { accessLevelOf, requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { differingMembers } from '#core/shared/same-value.ts';
import { StalePreparationError } from '#core/shared/stale-preparation.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { requirePermission } from '../customer-policy.ts';
import { requireMayWriteExternalId } from '../external-id.ts';
import { Order, type OrderId } from '../order.ts';
import type { OrderDetails } from '../order-details.ts';
import { movesPlace, type OrderPatch, patchedDetails } from '../patched-details.ts';
import type { OrderInvoices, OrdersTx } from '../ports.ts';
import { storeOrder } from '../steps/store-order.ts';

/** The fields that may change in any state; all others change only while the order is open. */
const IN_ANY_STATE: readonly string[] = ['external_id', 'metadata'] satisfies readonly (keyof OrderDetails)[];

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

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator; invoices: OrderInvoices }>;

/** Where an order and its mails are sent. */
const ADDRESSES: readonly string[] = ['email', 'shipping_address', 'billing_address'];

export const makeChangeOrder =
  ({ clock, ids, invoices }: Deps): ChangeOrder =>
  (actor, { id, patch, expected, mayMove = false }) =>
  async (tx) => {
    const before = await tx.orders.get(id);
    requireOwnership(actor, 'orders:write', { kind: 'order', id, orderId: id, userId: before.userId });
    await requireVersion(tx.events, before, expected);
    requireMayWriteExternalId(actor, patch);
    if (!mayMove && movesPlace(before, patch)) throw new StalePreparationError(`The place of the order ${id} changed.`);
    const { details, written } = patchedDetails(before, patch, accessLevelOf(actor, 'orders:write') === 'all');
    const change = Object.keys(patch).every((field) => IN_ANY_STATE.includes(field)) ? Order.annotate : Order.change;
    const after = { ...change(before, details, clock.now()), ...written };
    // names only: values may be personal data
    const fields = differingMembers(Order.detailsOf(before), Order.detailsOf(after));
    if (fields.length === 0) return before;
    if (fields.some((field) => ADDRESSES.includes(field))) await requirePermission(tx, actor, 'change_address');
    return storeOrder(tx, { actor, ids, invoices }, { before, after, what: 'updated', details: { fields } });
  };
