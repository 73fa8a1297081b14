import type { SessionsTx } from '#core/access/ports.ts';
import type { InvoicesTx } from '#core/invoices/ports.ts';
import type { TimelineVisibility } from '#core/orders/ports.ts';
import type { ReturnsTx } from '#core/returns/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Money } from '#core/shared/money.ts';
import type { Found, Page, PageRequest } from '#core/shared/page.ts';
import type { Participant } from '#core/shared/unit-of-work.ts';
import type { Movement } from './ledger.ts';
import type { PaymentLinksTx } from './links/ports.ts';
import type { PaymentMethod } from './methods/payment-method.ts';
import type { PaymentMethodRepository } from './methods/ports.ts';
import type { PayableId } from './payable-id.ts';
import type { Payment, PaymentId } from './payment.ts';
import type { PaymentEntry, PaymentEntryView } from './payment-entry.ts';
import type { OperationId, OperationKind, PaymentOperation } from './payment-operation.ts';
import type { PaymentView, paymentList, RefundView } from './payment-view.ts';

/** An attempt to pay an order, or to save a payment method. */
export type PaymentAttempt = Readonly<{
  /** The order that is paid, or the user whose payment method is saved. */
  target: Id<'ord' | 'inv' | 'usr'>;
  /** The customer who acts for themselves; null for a caller who acts for many buyers. */
  customer: Readonly<{ userId: Id<'usr'> | null; address: string }> | null;
}>;

/**
 * Limits attempts that reach a gateway, and declines: stolen cards are tried out in shops. Attempts that are rejected
 * before, such as those that lose a race for an order, are not counted.
 */
export interface PaymentLimits {
  /** @throws when the next attempt would exceed a limit. Counts nothing. */
  check(attempt: PaymentAttempt): Promise<void>;
  /** Counts an attempt that is about to reach the gateway. @throws when it exceeds a limit, as concurrent ones may. */
  count(attempt: PaymentAttempt): Promise<void>;
  countDecline(attempt: PaymentAttempt): Promise<void>;
}

export type PaymentListQuery = ListQuery<typeof paymentList> &
  Readonly<{
    /** Only payments of this user's orders, whatever the filters are. */
    ownerId?: Id<'usr'> | undefined;
  }>;

/** What waits for a gateway or for staff. Counts end at `MAX_COUNTED`. */
export type PaymentBacklog = Readonly<{
  /**
   * The number of operations with an unknown outcome and the start of the oldest, by kind; kinds without any are left out.
   * Authorizations that wait for the payer are not counted.
   */
  pending: readonly Readonly<{ kind: OperationKind; count: number; oldest: Date }>[];
  /** The earliest time at which a payment is to be checked; null if none is. */
  nextCheckAt: Date | null;
  /** The number of payments that somebody has to look at. */
  needingAttention: number;
}>;

/** Reads of payments. Each result is consistent, and includes every commit before the call. */
export interface PaymentQueries {
  find(id: PaymentId): Promise<(Found<PaymentView> & Pick<Payment, 'userId' | 'payableId'>) | undefined>;
  /** The newest first. */
  list(query: PaymentListQuery): Promise<Page<PaymentView>>;
  findRefund(id: PaymentId, refundId: Id<'re'>): Promise<Found<RefundView> | undefined>;
  /** The newest first. */
  refunds(id: PaymentId, page: PageRequest): Promise<Page<RefundView>>;
  /** The newest first; to the payer, without who acted. */
  timeline(id: PaymentId, page: PageRequest, visibility: TimelineVisibility): Promise<Page<PaymentEntryView>>;
  backlog(): Promise<PaymentBacklog>;
}

/**
 * What is stored atomically with a payment: operations in their current state, timeline entries and movements. An
 * idempotency key belongs to one operation; reusing it is a `conflict`.
 */
export type PaymentChanges = Readonly<{
  operations?: readonly PaymentOperation[];
  entries?: readonly PaymentEntry[];
  movements?: readonly Movement[];
}>;

/** The combined state of the payments of an order or an invoice. */
export type OrderPaymentState = Readonly<{
  /** Whether the capture of any payment is unknown: all the caller can do is wait. */
  isProcessing: boolean;
  /** Whether any payment is pending or requires action. */
  isPending: boolean;
  /** The payment that the gateway has not reported the final outcome of, if any; there is at most one. */
  open: Readonly<{ id: PaymentId; isReplaceable: boolean }> | null;
  /** Whether any payment has an open dispute. */
  isDisputed: boolean;
  /** The amount authorized and not captured. */
  authorized: Money;
  /** The amount of refunds with an unknown outcome, without those of overpayments. */
  refunding: Money;
}>;

/** Writes payments. `get` locks the payment until the transaction ends. */
export interface PaymentRepository {
  /**
   * Adds a payment, unless another payment of the order or the invoice is pending or the authorized and captured total would exceed
   * the amount due.
   * @returns the state of the other payments if it was not added.
   */
  begin(payment: Payment, added: PaymentChanges, amountDue: Money): Promise<OrderPaymentState | undefined>;
  /** @throws DomainError `not_found`. */
  get(id: PaymentId): Promise<Payment>;
  /** Reads without a lock. */
  find(id: PaymentId): Promise<Payment | undefined>;
  paymentStateOf(payable: Readonly<{ id: PayableId; currency: Currency }>): Promise<OrderPaymentState>;
  /** Whether the outcome of a refund of the order's items is unknown. */
  isRefundingItems(orderId: PayableId): Promise<boolean>;
  /** Payments of an order or an invoice with money to refund or void, now or possibly later; the oldest first. */
  listReversible(payableId: PayableId): Promise<readonly PaymentId[]>;
  /** Reads and locks an operation. @throws DomainError `not_found`. */
  getOperation(id: OperationId): Promise<PaymentOperation>;
  /** The operations of a payment with an unknown outcome, the oldest first. */
  listPendingOperations(id: PaymentId): Promise<readonly PaymentOperation[]>;
  /** The refunds of a payment, the newest first. */
  listRefunds(id: PaymentId): Promise<readonly PaymentOperation[]>;
  /** The operation started under an idempotency key since a time. An older one loses its key. */
  findOperationByKey(key: string, since: Date): Promise<PaymentOperation | undefined>;
  /**
   * Stores the next version of a payment.
   * @throws DomainError `conflict` unless the stored version is the previous one.
   */
  save(payment: Payment, changes: PaymentChanges): Promise<void>;
  /** Stores the time of the next check, without a new version, and timeline entries. */
  postpone(payment: Payment, entries: readonly PaymentEntry[]): Promise<void>;
  /**
   * Leases the payment whose check is due first and that no other transaction has locked. The lease is its next check,
   * which becomes `until`; the number of checks increases.
   */
  claimDue(at: Date, until: Date): Promise<PaymentId | undefined>;
  isKnownGatewayWebhook(gateway: string, id: string): Promise<boolean>;
  /** Records a gateway webhook; idempotent. */
  recordGatewayWebhook(gateway: string, id: string, at: Date): Promise<void>;
  /** Removes gateway webhooks recorded before a time; at most some thousand per call. @returns the number. */
  removeGatewayWebhooksBefore(before: Date): Promise<number>;
  /** Gives the payments of orders and invoices to a user, and increases their versions. */
  assignUser(payableIds: readonly PayableId[], userId: NonNullable<Payment['userId']>): Promise<void>;
  /**
   * Removes personal data from the payments of orders and invoices and increases their versions: metadata, return URLs and refund
   * reasons.
   * @returns the ids of these payments.
   */
  erase(payableIds: readonly PayableId[], at: Date): Promise<PaymentId[]>;
}

/** The part of a transaction that the use cases of payments need. */
export type PaymentsTx = Readonly<{ payments: PaymentRepository; paymentMethods: PaymentMethodRepository }> &
  PaymentLinksTx &
  InvoicesTx &
  ReturnsTx &
  SessionsTx;

/** Follows the choice of a default payment method in the transaction in which it changes. */
export type DefaultMethodListener = Participant<
  PaymentsTx,
  [actor: Actor, chosen: Pick<PaymentMethod, 'id' | 'userId'>],
  void
>;
