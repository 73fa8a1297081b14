import { sql } from 'kysely';
import { documentNumber } from '#core/invoices/finalization.ts';
import type { Invoice } from '#core/invoices/invoice.ts';
import type { Order } from '#core/orders/order.ts';
import type { TimelineEntry } from '#core/orders/timeline-entry.ts';
import type { Movement } from '#core/payments/ledger.ts';
import type { PaymentMethod } from '#core/payments/methods/payment-method.ts';
import type { Payment } from '#core/payments/payment.ts';
import type { PaymentEntry } from '#core/payments/payment-entry.ts';
import type { PaymentOperation } from '#core/payments/payment-operation.ts';
import type { DiscountId } from '#core/pricing/discount.ts';
import type { Return } from '#core/returns/return.ts';
import type { Id } from '#core/shared/id.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import type { SubscriptionMovement } from '#core/subscriptions/subscription-movement.ts';
import type { User } from '#core/users/user.ts';
import type { Database } from '../connection/database.ts';
import { translateError } from '../connection/errors.ts';
import { TransactionSession } from '../connection/transaction-session.ts';
import { PostgresShopRepository } from '../shop/shop.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { DiscountUseRow } from '../tables/discount-uses.ts';
import { InvoiceRow, toInvoiceRow } from '../tables/invoices.ts';
import { LedgerEntryRow, toLedgerEntryRows } from '../tables/ledger-entries.ts';
import { OrderItemRow, toOrderItemRows } from '../tables/order-items.ts';
import { OrderTimelineEntryRow, toOrderTimelineEntryRow } from '../tables/order-timeline.ts';
import { OrderRow, toOrderRow } from '../tables/orders.ts';
import { PaymentMethodRow, toPaymentMethodRow } from '../tables/payment-methods.ts';
import { PaymentOperationRow, toPaymentOperationRow } from '../tables/payment-operations.ts';
import { PaymentTimelineEntryRow, toPaymentTimelineEntryRow } from '../tables/payment-timeline.ts';
import { PaymentRow, toPaymentRow } from '../tables/payments.ts';
import { ReturnRow, toReturnRow } from '../tables/returns.ts';
import { SubscriptionMovementRow, toSubscriptionMovementRow } from '../tables/subscription-movements.ts';
import { SubscriptionRow, toSubscriptionRow } from '../tables/subscriptions.ts';
import { toUserRow, UserRow } from '../tables/users.ts';
import { insertRows } from './insert-rows.ts';

/** A use of a discount by an order. */
export type PastUse = Readonly<{
  orderId: Order['id'];
  discountId: DiscountId;
  userId: Order['userId'];
  emailKey: string | null;
}>;

/** A part of the shop's past: what is new in it, as it is now, with everything that was recorded about it. */
export type Past = Readonly<{
  users: readonly User[];
  orders: readonly Order[];
  orderEntries: readonly TimelineEntry[];
  payments: readonly Payment[];
  operations: readonly PaymentOperation[];
  paymentEntries: readonly PaymentEntry[];
  movements: readonly Movement[];
  returns: readonly Return[];
  discountUses: readonly PastUse[];
  subscriptions: readonly Subscription[];
  subscriptionMovements: readonly SubscriptionMovement[];
  paymentMethods: readonly PaymentMethod[];
  /** By the order of their numbers, which are replaced by the next ones of the shop. */
  invoices: readonly Invoice[];
}>;

const INSERT = {
  users: insertRows(UserRow),
  orders: insertRows(OrderRow),
  items: insertRows(OrderItemRow),
  orderEntries: insertRows(OrderTimelineEntryRow),
  payments: insertRows(PaymentRow),
  operations: insertRows(PaymentOperationRow),
  paymentEntries: insertRows(PaymentTimelineEntryRow),
  ledgerEntries: insertRows(LedgerEntryRow),
  returns: insertRows(ReturnRow),
  subscriptions: insertRows(SubscriptionRow),
  subscriptionMovements: insertRows(SubscriptionMovementRow),
  paymentMethods: insertRows(PaymentMethodRow),
  invoices: insertRows(InvoiceRow),
  discountUses: insertRows(DiscountUseRow),
} as const;

const NEXT_NUMBERS = prepare<{ count: number }>()(($) =>
  db
    .selectFrom(sql<{ n: number }>`generate_series(1, ${$('count')}::integer)`.as('series'))
    .select(sql<string>`nextval('order_numbers')`.as('number')),
);

const TAKE_INVOICE_NUMBERS = prepare<{ count: number }>()(($) =>
  db
    .updateTable('document_numbers')
    .set((eb) => ({ last: sql<string>`${eb.ref('last')} + ${$('count')}::integer` }))
    .where('document', '=', sql.lit('invoice'))
    .returning('last'),
);

/** Writes a shop's past in bulk: rows as the repositories write them, without events and mails. */
export class PostgresHistory {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Takes the next order numbers, ascending. */
  async takeOrderNumbers(count: number): Promise<number[]> {
    const rows = await this.#database.query(NEXT_NUMBERS({ count }));
    return rows.map(({ number }) => Number(number)).sort((a, b) => a - b);
  }

  /** Writes a part of the past in one transaction. @returns the number of rows. */
  async write(past: Past): Promise<number> {
    const client = await this.#database.pool.connect();
    const session = new TransactionSession(this.#database, client);
    try {
      session.send({ text: 'begin' });
      const count = sendRows(session, past) + (await sendInvoices(session, past.invoices));
      await session.end('commit');
      client.release();
      return count;
    } catch (error) {
      // an open transaction ends with its connection
      client.release(true);
      throw translateError(error);
    }
  }
}

/** Sent last: until the transaction ends, others wait for numbers. @returns the number of rows. */
const sendInvoices = async (session: TransactionSession, invoices: readonly Invoice[]): Promise<number> => {
  if (invoices.length === 0) return 0;
  const count = invoices.filter(({ number }) => number !== null).length;
  const [row] = await session.query(TAKE_INVOICE_NUMBERS({ count }));
  const { invoicePrefix } = await new PostgresShopRepository(session, () => {}).read();
  let last = Number(row?.last) - count;
  const numbered = invoices.map((invoice) => {
    if (invoice.number === null) return invoice;
    last += 1;
    return { ...invoice, number: documentNumber(invoicePrefix, last) };
  });
  session.send(INSERT.invoices({ rows: numbered.map(toInvoiceRow) }));
  return invoices.length;
};

const sendRows = (session: TransactionSession, past: Past): number => {
  let count = 0;
  const send = <Row>(
    insert: (parameters: { rows: readonly Row[] }) => { text: string },
    rows: readonly Row[],
  ): void => {
    if (rows.length === 0) return;
    count += rows.length;
    session.send(insert({ rows }));
  };
  send(INSERT.users, past.users.map(toUserRow));
  send(INSERT.orders, past.orders.map(toOrderRow));
  send(INSERT.items, past.orders.flatMap(toOrderItemRows));
  send(INSERT.orderEntries, past.orderEntries.map(toOrderTimelineEntryRow));
  send(INSERT.payments, past.payments.map(toPaymentRow));
  send(INSERT.operations, past.operations.map(toPaymentOperationRow));
  send(INSERT.paymentEntries, past.paymentEntries.map(toPaymentTimelineEntryRow));
  send(
    INSERT.ledgerEntries,
    past.movements.flatMap((movement) => toLedgerEntryRows(movement, movement.amount.currency)),
  );
  send(INSERT.returns, past.returns.map(toReturnRow));
  send(
    INSERT.subscriptions,
    past.subscriptions.map((subscription) => toSubscriptionRow(subscription)),
  );
  send(INSERT.subscriptionMovements, past.subscriptionMovements.map(toSubscriptionMovementRow));
  send(INSERT.paymentMethods, past.paymentMethods.map(toPaymentMethodRow));
  send(
    INSERT.discountUses,
    past.discountUses.map(({ orderId, discountId, userId, emailKey }) => ({
      used_by: orderId as Id<'ord' | 'sub'>,
      discount_id: discountId,
      user_id: userId,
      email_key: emailKey,
    })),
  );
  return count;
};
