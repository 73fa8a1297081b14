import type { Order, OrderId } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError, invalid, unknownReference } from '#core/shared/domain-error.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Invoice, type InvoiceId } from '../invoice.ts';
import { copyOfOrder, requireBillable } from '../order-copy.ts';
import type { InvoicesTx } from '../ports.ts';
import { dueAtOf } from '../prepare-invoice.ts';
import { invoiceAuditEntry, invoiceCreated } from '../records.ts';
import { billOrder } from '../steps/follow-order.ts';

/** What a writer says of an order's invoice. */
type Command = Readonly<{
  orderId: OrderId;
  /** The order's user; not checked if omitted. */
  userId?: Id<'usr'> | undefined;
  /** RFC 3339; by the shop's payment terms if omitted. */
  dueAt?: string | undefined;
  /** The shop's if omitted. */
  footer?: string | undefined;
  metadata?: StringMap | undefined;
}>;

/** Creates a draft that copies an order. An order has one invoice that is not void. */
export type CreateOrderInvoice = (actor: Actor, command: Command) => Work<Invoice, InvoicesTx>;

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator }>;

export const makeCreateOrderInvoice =
  ({ clock, ids }: Deps): CreateOrderInvoice =>
  (actor, { orderId, userId, dueAt: writtenDueAt, footer = null, metadata = {} }) =>
  async (tx) => {
    const dueAt = writtenDueAt === undefined ? null : dueAtOf(writtenDueAt, clock.now());
    if (dueAt !== null && 'path' in dueAt) throw invalid([dueAt]);
    const order = await lockOrder(tx, orderId);
    if (userId !== undefined && userId !== order.userId) throw otherUser();
    if (order.invoiceId !== null) throw await alreadyInvoiced(tx, order.invoiceId);
    requireBillable(order);
    const user = order.userId === null ? undefined : await tx.users.find(order.userId);
    const at = clock.now();
    const { mail_language: language } = await tx.shopRules.read();
    const copy = copyOfOrder(order, { user, ids, language });
    const draft = {
      ...copy,
      id: ids.next('inv'),
      orderId,
      subscriptionId: null,
      fields: null,
      dueAt,
      footer,
      metadata,
    };
    const invoice = Invoice.draft(draft, at);
    await tx.invoices.add(invoice);
    await tx.events.append(actor, invoiceCreated(invoice));
    await tx.audit.append(invoiceAuditEntry(actor, 'created', { before: null, after: invoice, at }));
    await billOrder(tx, { actor, ids, clock }, { order, invoiceId: invoice.id });
    return invoice;
  };

/** Others wait with their invoice of the order, and so does the erasure of its user. */
const lockOrder = (tx: InvoicesTx, id: OrderId): Promise<Order> =>
  tx.orders.get(id).catch((error: unknown) => {
    const isAbsent = error instanceof DomainError && error.kind === 'not_found';
    const message = 'must be the id of an existing order';
    throw isAbsent ? unknownReference([{ path: ['order_id'], code: 'any.only', message }]) : error;
  });

const otherUser = (): DomainError =>
  invalid([{ path: ['user_id'], code: 'any.only', message: 'must be the user of the order, or omitted' }]);

const alreadyInvoiced = async (tx: InvoicesTx, id: InvoiceId): Promise<DomainError> => {
  const invoice = await tx.invoices.find(id);
  const named = invoice?.number ?? `the draft ${id}`;
  const message = `is of an order that has an invoice, ${named}: ${invoice?.number ? 'void' : 'delete'} it first`;
  return new DomainError('conflict', 'already_exists', `order_id ${message}`, {
    details: { invoice_id: id },
    fieldErrors: [{ path: ['order_id'], code: 'any.unique', message }],
  });
};
