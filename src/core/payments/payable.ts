import { accessLevelOf, owns } from '#core/access/ownership.ts';
import { Invoice, type InvoiceId } from '#core/invoices/invoice.ts';
import { Order, type OrderId } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import { PayableId } from './payable-id.ts';
import { unknownInvoice, unknownOrder } from './payment-errors.ts';
import type { PaymentsTx } from './ports.ts';

/** What a payment pays, locked. */
export type Payable =
  | Readonly<{ kind: 'order'; id: OrderId; order: Order }>
  | Readonly<{ kind: 'invoice'; id: InvoiceId; invoice: Invoice }>;

export const Payable = {
  ofOrder: (order: Order): Payable => ({ kind: 'order', id: order.id, order }),

  ofInvoice: (invoice: Invoice): Payable => ({ kind: 'invoice', id: invoice.id, invoice }),

  /** Locks what is paid until the transaction ends. @throws DomainError `not_found`. */
  get: async (tx: PaymentsTx, id: PayableId): Promise<Payable> =>
    Id.is('ord', id) ? Payable.ofOrder(await tx.orders.get(id)) : Payable.ofInvoice(await tx.invoices.get(id)),

  /** Reads what is paid without a lock. */
  find: async (tx: PaymentsTx, id: PayableId): Promise<Payable | undefined> => {
    if (Id.is('ord', id)) {
      const order = await tx.orders.find(id);
      return order && Payable.ofOrder(order);
    }
    const invoice = await tx.invoices.find(id);
    return invoice && Payable.ofInvoice(invoice);
  },

  /**
   * Locks what an actor wants to pay.
   * @throws DomainError `unknown_reference` for what the actor cannot reach, `invalid_state` if nothing can be paid.
   */
  getFor: async (tx: PaymentsTx, actor: Actor, id: PayableId): Promise<Payable> => {
    const unknown = Id.is('ord', id) ? unknownOrder : unknownInvoice;
    const payable = await Payable.get(tx, id).catch((error: unknown) => {
      throw error instanceof DomainError && error.kind === 'not_found' ? unknown() : error;
    });
    const [orderId, invoiceId] = [PayableId.order(id), PayableId.invoice(id)];
    const owned = {
      userId: Payable.userId(payable),
      ...(orderId !== null && { orderId }),
      ...(invoiceId !== null && { invoiceId }),
    };
    if (accessLevelOf(actor, 'payments:write') !== 'all' && !owns(actor, owned)) throw unknown();
    Payable.require(payable);
    return payable;
  },

  userId: (payable: Payable): Order['userId'] =>
    payable.kind === 'order' ? payable.order.userId : payable.invoice.userId,

  /** What is left to pay, without what is authorized. */
  amountDue: (payable: Payable): Money =>
    payable.kind === 'order' ? Order.amountDue(payable.order) : Invoice.payable(payable.invoice),

  /** What payments may capture in all states. */
  outstanding: (payable: Payable): Money =>
    payable.kind === 'order' ? Order.outstanding(payable.order) : Invoice.payable(payable.invoice),

  /** Whether payments may begin. */
  allows: (payable: Payable): boolean =>
    payable.kind === 'order' ? Order.allows(payable.order, 'pay') : Invoice.isPayable(payable.invoice),

  /** @throws DomainError `invalid_state` unless payments may begin. */
  require: (payable: Payable): void => {
    if (payable.kind === 'order') Order.requirePayable(payable.order);
    else Invoice.requirePayable(payable.invoice);
  },
};
