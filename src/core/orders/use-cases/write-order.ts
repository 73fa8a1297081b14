import type { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { orderAuditEntry } from '../audit-entries.ts';
import { orderChanged } from '../events.ts';
import type { Order } from '../order.ts';
import type { OrdersTx } from '../ports.ts';
import { TimelineEntry, type TimelineType } from '../timeline-entry.ts';
import { requestOrderMail } from './request-order-mail.ts';

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
  await requestOrderMail(tx, after, what);
  await tx.audit.append(...orderAuditEntry(actor, { what, before, after }));
  return after;
};
