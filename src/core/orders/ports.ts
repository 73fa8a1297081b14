import type { AccountsTx } from '#core/access/ports.ts';
import type { CatalogTx } from '#core/catalog/ports.ts';
import type { MailsTx } from '#core/mails/ports.ts';
import type { PricingTx } from '#core/pricing/ports.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { OrderId } from './order.ts';
import type { OrderRepository } from './order-repository.ts';

type UserId = Id<'usr'>;

/** What orders need of the payments that are stored in the same transaction. */
interface PaymentsOfOrders {
  /** The combined state of the payments of an order, or of an invoice without one. */
  paymentStateOf(payable: Readonly<{ id: Id<'ord' | 'inv'>; currency: Currency }>): Promise<
    Readonly<{
      isProcessing: boolean;
      isPending: boolean;
      open: Readonly<{ id: Id<'pay'> }> | null;
      isDisputed: boolean;
      authorized: Money;
      refunding: Money;
    }>
  >;
  /** Whether the outcome of a refund of the order's items is unknown. */
  isRefundingItems(id: OrderId): Promise<boolean>;
  /** Gives the payments of orders to a user. */
  assignUser(ids: readonly OrderId[], userId: UserId): Promise<void>;
}

/** What orders need of their returns. */
interface ReturnsOfOrders {
  /** Gives the returns of orders to a user. */
  assignUser(ids: readonly OrderId[], userId: UserId): Promise<void>;
}

/** What orders need of their invoices, besides `OrderInvoices`. */
interface InvoicesOfOrders {
  /** Reads without a lock. */
  find(id: Id<'inv'>): Promise<Readonly<{ number: string | null }> | undefined>;
  /** Gives the invoices of orders to a user. */
  assignUser(ids: readonly OrderId[], userId: UserId): Promise<void>;
}

/** The part of a transaction that the use cases of orders need. */
export type OrdersTx = Readonly<{
  orders: OrderRepository;
  payments: PaymentsOfOrders;
  returns: ReturnsOfOrders;
  invoices: InvoicesOfOrders;
}> &
  CatalogTx &
  PricingTx &
  AccountsTx &
  MailsTx;
