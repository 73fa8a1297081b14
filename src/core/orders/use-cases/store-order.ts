import { followOrder } from '#core/invoices/use-cases/follow-order.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Transaction } from '#core/storage.ts';
import { orderAuditEntry } from '../audit-entries.ts';
import { orderChanged } from '../events.ts';
import type { Order } from '../order.ts';
import { TimelineEntry, type TimelineType } from '../timeline-entry.ts';
import { requestOrderMail } from './request-order-mail.ts';

type Change = Readonly<{
  before: Order;
  after: Order;
  what: TimelineType;
  details: TimelineEntry['details'];
  /** The refund that caused it. */
  refundId?: Id | null;
}>;

/** Stores an order's next version, writes its event and audit entry, requests its mail, and updates its invoice. */
export const storeOrder = async (
  tx: Transaction,
  { actor, ids, clock }: Readonly<{ actor: Actor; ids: IdGenerator; clock: BusinessClock }>,
  { before, after, what, details, refundId = null }: Change,
): Promise<Order> => {
  const entryOf = (type: TimelineType, details: TimelineEntry['details']): TimelineEntry =>
    TimelineEntry.of({ ids, actor, order: after, at: after.updatedAt }, type, details);
  const isCompleted = after.state.status === 'completed' && before.state.status !== 'completed';
  const entries = [entryOf(what, details), ...(isCompleted ? [entryOf('completed', {})] : [])];
  if (after.items === before.items) await tx.orders.save(after, entries);
  else await tx.orders.saveWithItems(after, entries);
  await tx.events.append(actor, orderChanged(before, after));
  await requestOrderMail(tx, after, what);
  await tx.audit.append(...orderAuditEntry(actor, { what, before, after }));
  // last, since it may number a credit note; nothing of an order without an invoice
  if (after.invoiceId === before.invoiceId) await followOrder(tx, { actor, ids, clock }, { order: after, refundId });
  return after;
};
