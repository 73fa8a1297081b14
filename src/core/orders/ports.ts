import type { TokenHash } from '#core/access/bearer-tokens.ts';
import type { AccountsTx } from '#core/access/ports.ts';
import type { CatalogTx } from '#core/catalog/ports.ts';
import type { MailsTx } from '#core/mails/ports.ts';
import type { PricingTx } from '#core/pricing/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Money } from '#core/shared/money.ts';
import type { Found, Page, PageRequest } from '#core/shared/page.ts';
import type { UnpaidBuyer, UnpaidCounts } from './guest.ts';
import type { LinkedOrder } from './linked-order.ts';
import type { Order, OrderId } from './order.ts';
import type { OrderView, orderList } from './order-view.ts';
import type { TimelineEntry, TimelineEntryView } from './timeline-entry.ts';

/** The buyer whose personal data is erased. */
export type ErasedBuyer = Readonly<{
  userId: NonNullable<Order['userId']>;
  /** Selects guest orders by e-mail; undefined for none. */
  emailKey: string | undefined;
}>;

/** Writes orders. `get` and `claimExpired` lock the order until the transaction ends. */
export interface OrderRepository {
  /** The next order number, unique and increasing from 1001. A dry run consumes none. */
  nextNumber(): Promise<number>;
  /** @throws DomainError `not_found`. */
  get(id: OrderId): Promise<Order>;
  /** The order with a number. */
  findByNumber(number: number): Promise<OrderId | undefined>;
  /** The first order of a subscription's goods. */
  findFirstOf(subscriptionId: Id<'sub'>): Promise<Order | undefined>;
  /** Reads without a lock. */
  find(id: OrderId): Promise<Order | undefined>;
  /** Claims the order with the oldest passed deadline that is neither locked nor excluded, and has no pending payment. */
  claimExpired(at: Date, except?: readonly OrderId[]): Promise<Order | undefined>;
  /**
   * Leases an unlocked order whose cancellation was started or leased at `before` or earlier. The lease begins at `at`,
   * so that other processes skip the order.
   */
  claimCancelling(before: Date, at: Date): Promise<OrderId | undefined>;
  /**
   * Counts the open orders that buyers have created and not paid in full, and the quantity of their items from tracked
   * stock: those of a customer, or of guests with an e-mail (none without one), and those from a client. Authorized ones are
   * left out, and subscriptions to goods are counted as `UnpaidCounts` says. Calls for one buyer or client are serialized until
   * their transactions end.
   */
  countUnpaid(buyer: UnpaidBuyer): Promise<UnpaidCounts>;
  /** The orders without a user that have an e-mail, by its key; the oldest first. */
  listGuestOrders(emailKey: string, limit: number): Promise<readonly OrderId[]>;
  /** Adds an order with its timeline entries. @throws DomainError `already_exists` for a duplicate external id. */
  add(order: Order, entries: readonly TimelineEntry[]): Promise<void>;
  /** As `save`, with the order's items. */
  saveWithItems(order: Order, entries: readonly TimelineEntry[]): Promise<void>;
  /**
   * Claims the order whose refund is due first, at `at` or earlier, and that is not locked: it is then due at `nextAt`, so
   * that other processes skip it.
   */
  claimRefundDue(at: Date, nextAt: Date): Promise<OrderId | undefined>;
  /**
   * Stores the next version of an order with its timeline entries, without its items.
   * @throws DomainError `conflict` unless the stored version is the previous one; `already_exists` as `add` does.
   */
  save(order: Order, entries: readonly TimelineEntry[]): Promise<void>;
  /** Adds a timeline entry alone. */
  note(entry: TimelineEntry): Promise<void>;
  /**
   * Removes personal data (as `Order.withoutBuyer` does, and the `PERSONAL_ENTRIES` of timelines) from a user's orders
   * and from guest orders with an e-mail.
   * @returns the ids of these orders.
   */
  erase(buyer: ErasedBuyer, at: Date): Promise<OrderId[]>;
}

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

/** What orders need of the withdrawals from them. */
interface WithdrawalsOfOrders {
  /** Gives the withdrawals from orders to a user. */
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
  withdrawals: WithdrawalsOfOrders;
  invoices: InvoicesOfOrders;
}> &
  CatalogTx &
  PricingTx &
  AccountsTx &
  MailsTx;

/** A stored order, and the refund that caused its step. */
export type OrderStep = Readonly<{ order: Order; refundId: Id | null }>;

/**
 * What orders need from the invoices capability, in the transaction that stores the order. The order is locked or saved in
 * it. An order without an invoice costs no statement.
 */
export interface OrderInvoices {
  /** Applies a step of an order to its invoice. Called last: it may number a credit note, for which others wait. */
  follow(tx: OrdersTx, actor: Actor, step: OrderStep): Promise<void>;
  /**
   * Ends the invoice of an order that is being cancelled, unless it must stay.
   * @returns the order, of the same version, without an invoice that has ended.
   */
  release(tx: OrdersTx, actor: Actor, order: Order): Promise<Order>;
}

/** What orders need from the payments capability. */
export interface OrderPayments {
  /**
   * Refunds and voids the payments of an order that is being cancelled, and updates the order. Idempotent: payments that
   * are already reversed are skipped.
   * @throws DomainError if a gateway declined to reverse a payment, or if the outcome is still pending.
   */
  reverse(id: OrderId, actor: Actor): Promise<void>;
  /**
   * Requests what is due of an order's refund, and updates the order. Idempotent: what was requested is not requested
   * again.
   * @throws DomainError if a gateway declined.
   */
  requestDueRefund(id: OrderId, actor: Actor): Promise<void>;
}

export type OrderListQuery = ListQuery<typeof orderList> &
  Readonly<{
    /** Only this user's orders, whatever the filters are. */
    ownerId?: Id<'usr'> | undefined;
  }>;

/** `full`: all of an order's timeline; `buyer`: no notes, and not who acted. */
export type TimelineVisibility = 'full' | 'buyer';

/** Reads of orders. Each result is consistent, and includes every commit before the call. */
export interface OrderQueries {
  find(id: OrderId): Promise<(Found<OrderView> & Pick<Order, 'userId' | 'withdrawalTerms' | 'note'>) | undefined>;
  /** An order with whom a link of a mail opens it for. */
  findLinked(id: OrderId): Promise<LinkedOrder | undefined>;
  /** The order of a guest by the hash of its secret. */
  findBySecret(hash: TokenHash): Promise<OrderId | undefined>;
  /** The order of a checkout, if it is that of a guest. */
  findOfCheckout(id: Id<'chk'>): Promise<OrderId | undefined>;
  /** The earliest time after another at which an unpaid order expires; null if none will. */
  nextExpiry(after: Date): Promise<Date | null>;
  /**
   * Whether a buyer, by user id or by the key of an e-mail, has another order that was not cancelled. Those of guests with the
   * e-mail of a user count once the user has proved it.
   */
  hasOrdered(customerKey: string, except: OrderId | null): Promise<boolean>;
  list(query: OrderListQuery): Promise<Page<OrderView>>;
  /** The newest first. */
  timeline(id: OrderId, page: PageRequest, visibility: TimelineVisibility): Promise<Page<TimelineEntryView>>;
}
