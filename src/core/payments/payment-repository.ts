import type { Order, OrderId } from '#core/orders/order.ts';
import type { Money } from '#core/shared/money.ts';
import type { Movement } from './ledger.ts';
import type { Payment, PaymentId } from './payment.ts';
import type { PaymentEntry } from './payment-entry.ts';
import type { OperationId, PaymentOperation } from './payment-operation.ts';

/**
 * What is written with a payment, in one step: operations as they are now, what happened, what was moved. A request's name
 * is one operation's alone; another of the name is a `conflict`.
 */
export type PaymentChanges = Readonly<{
  operations?: readonly PaymentOperation[];
  happened?: readonly PaymentEntry[];
  movements?: readonly Movement[];
}>;

/** How the payments of an order stand. */
export type OrderPaymentState = Readonly<{
  /** Whether there is one of which nobody knows whether its money was taken: to wait is all that can be done. */
  isProcessing: boolean;
  /** Whether there is one of which anything is open, or whose payer has something to do. */
  isUnderWay: boolean;
  /** What is held for it, to be captured. */
  held: Money;
}>;

/** The payments, for writing. What `get` gives stays as it is until the transaction ends. */
export interface PaymentRepository {
  /**
   * Adds a payment to those of its order, unless one of them is under way or more than what is due would be held and taken.
   * @returns how the others stand, if that is why it was not added.
   */
  begin(payment: Payment, added: PaymentChanges, due: Money): Promise<OrderPaymentState | undefined>;
  /** @throws DomainError `not_found`. */
  get(id: PaymentId): Promise<Payment>;
  /** Others may change the payment meanwhile. */
  find(id: PaymentId): Promise<Payment | undefined>;
  paymentStateOf(order: Pick<Order, 'id' | 'currency'>): Promise<OrderPaymentState>;
  /** Payments of an order that have, or may yet have, money to give back or to let go; the oldest first. */
  holding(orderId: OrderId): Promise<readonly PaymentId[]>;
  /** Waits for whoever has got it. @throws DomainError `not_found`. */
  operation(id: OperationId): Promise<PaymentOperation>;
  /** The operations of a payment whose outcome is not known yet, the oldest first. */
  pending(id: PaymentId): Promise<readonly PaymentOperation[]>;
  /** The operation that a request of this name has asked for after a time. What asked for it earlier is forgotten. */
  findRequested(name: string, since: Date): Promise<PaymentOperation | undefined>;
  /**
   * Keeps the next version of a payment that this transaction got.
   * @throws DomainError `conflict` unless exactly the version before is there.
   */
  save(payment: Payment, kept: PaymentChanges): Promise<void>;
  /** Keeps when a payment is to be looked at, which makes no version, and what happened. */
  postpone(payment: Payment, happened: readonly PaymentEntry[]): Promise<void>;
  /**
   * The payment that was to be looked at first, at this time or before, of those that no other transaction has got; it is to
   * be looked at again at `until`, and counts as looked at once more.
   */
  claimDue(at: Date, until: Date): Promise<PaymentId | undefined>;
  /** Whether a call-back of this id, which a gateway has given it, was noted before. */
  isKnownWebhook(gateway: string, id: string): Promise<boolean>;
  /** Notes a call-back; one that was noted before stays so. */
  recordWebhook(gateway: string, id: string, at: Date): Promise<void>;
  /** Forgets call-backs from before a time; at most some thousand. */
  removeWebhooksBefore(before: Date): Promise<void>;
  /**
   * Removes what may tell of a person from the payments of some orders, which makes a version of each: metadata, where the
   * payer comes back to, and why money was given back.
   * @returns these payments.
   */
  erase(orderIds: readonly OrderId[]): Promise<PaymentId[]>;
}
