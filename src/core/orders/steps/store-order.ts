import { isByStaff } from '#core/access/is-by-staff.ts';
import type { OrderMailPurpose } from '#core/mails/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Order } from '../order.ts';
import type { OrderInvoices, OrdersTx } from '../ports.ts';
import { orderAuditEntry, orderChanged } from '../records.ts';
import { TimelineEntry, type TimelineType } from '../timeline-entry.ts';

const MAILED_STEPS: Readonly<Partial<Record<TimelineType, OrderMailPurpose>>> = {
  created: 'order_confirmation',
  fulfilled: 'shipment',
  cancelled: 'cancellation',
  expired: 'cancellation',
};

/** Requests the mail about a step of an order, if there is one. Those about refunds are requested with the refund. */
export const requestOrderMail = async (
  tx: OrdersTx,
  actor: Actor,
  { order, step }: Readonly<{ order: Order; step: TimelineType }>,
): Promise<void> => {
  const purpose = MAILED_STEPS[step];
  const hasRecipient = order.email !== null || order.userId !== null;
  if (purpose === undefined || !hasRecipient) return;
  const reference = purpose === 'shipment' ? (order.fulfillments.at(-1)?.id ?? null) : null;
  // what the staff has ordered is no nuisance; what the shop does with another order counts for who has placed it
  const client = order.client === null || isByStaff(actor) ? null : (actor.client ?? order.client);
  await tx.mailRequests.add({ purpose, orderId: order.id, reference, amount: null, client });
};

export type OrderChange = Readonly<{
  before: Order;
  after: Order;
  what: TimelineType;
  details: TimelineEntry['details'];
}>;

type Author = Readonly<{ actor: Actor; ids: IdGenerator }>;

/** The timeline entries of a change, also of the order's completion by it. */
export const changeEntries = (author: Author, { before, after, what, details }: OrderChange): TimelineEntry[] => {
  const context = { ...author, order: after, at: after.updatedAt };
  const isCompleted = after.state.status === 'completed' && before.state.status !== 'completed';
  const entry = TimelineEntry.of(context, what, details);
  return isCompleted ? [entry, TimelineEntry.of(context, 'completed')] : [entry];
};

/** Stores an order's next version, writes its event and audit entry, and requests its mail. Its invoice does not follow. */
export const writeOrder = async (
  tx: OrdersTx,
  { actor, ids }: Author,
  { before, after, what, details }: OrderChange,
): Promise<Order> => {
  const entries = changeEntries({ actor, ids }, { before, after, what, details });
  if (after.items === before.items) await tx.orders.save(after, entries);
  else await tx.orders.saveWithItems(after, entries);
  await tx.events.append(actor, orderChanged(before, after));
  await requestOrderMail(tx, actor, { order: after, step: what });
  await tx.audit.append(...orderAuditEntry(actor, { what, before, after }));
  return after;
};

/** What a use case needs that stores an order. */
export type StoreOrderDeps = Readonly<{ clock: BusinessClock; ids: IdGenerator; invoices: OrderInvoices }>;

type Deps = Author & Pick<StoreOrderDeps, 'invoices'>;

type Change = OrderChange &
  Readonly<{
    /** The refund that caused it. */
    refundId?: Id | null;
  }>;

/** Stores an order's next version with all that follows it: event, audit entry, mail, and its invoice. */
export const storeOrder = async (
  tx: OrdersTx,
  { actor, ids, invoices }: Deps,
  { refundId = null, ...change }: Change,
): Promise<Order> => {
  const order = await writeOrder(tx, { actor, ids }, change);
  await invoices.follow(tx, actor, { order, refundId });
  return order;
};
