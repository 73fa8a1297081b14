import { requireOwnership } from '#core/access/ownership.ts';
import { requirePermission } from '#core/orders/customer-policy.ts';
import { Order, type OrderId } from '#core/orders/order.ts';
import { requireNoItemRefund } from '#core/orders/steps/require-no-open-payment.ts';
import { TimelineEntry } from '#core/orders/timeline-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { ReturnsTx } from '../ports.ts';
import { returnAuditEntry, returnCreated } from '../records.ts';
import { Return, type ReturnWithdrawal } from '../return.ts';
import { type RequestedItem, requireReturnable } from '../returnable-items.ts';

type Command = Readonly<{
  orderId: OrderId;
  items: readonly RequestedItem[];
  reason: string | null;
  /** The withdrawal that it follows from. */
  withdrawal?: ReturnWithdrawal;
}>;

/** Requests a return, by the staff or by a buyer where the shop allows it. */
export type RequestReturn = (actor: Actor, command: Command) => Work<Return, ReturnsTx>;

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator }>;

export const makeRequestReturn =
  ({ clock, ids }: Deps): RequestReturn =>
  (actor, { orderId, items, reason, withdrawal }) =>
  async (tx) => {
    const order = await tx.orders.get(orderId);
    requireOwnership(actor, 'orders:write', { kind: 'order', id: orderId, orderId, userId: order.userId });
    await requirePermission(tx, actor, 'request_return');
    Order.require(order, 'return');
    await requireNoItemRefund(tx, order);
    requireReturnable(order, await tx.returns.listOpen(orderId), items);
    const at = clock.now();
    const requested = Return.request(
      {
        id: ids.next('ret'),
        orderId,
        userId: order.userId,
        currency: order.currency,
        items: items.map((item) => ({ ...item, receivedQuantity: 0, isRestocked: null, refund: null })),
        reason,
        ...(withdrawal === undefined ? {} : { withdrawal }),
      },
      at,
    );
    await tx.returns.add(requested);
    await tx.orders.note(TimelineEntry.of({ ids, actor, order, at }, 'return_requested', { return_id: requested.id }));
    await tx.events.append(actor, returnCreated(requested));
    await tx.audit.append(returnAuditEntry(actor, 'requested', { before: null, after: requested }));
    return requested;
  };
