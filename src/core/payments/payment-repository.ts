import type { Currency } from '#core/shared/currency.ts';
import type { Money } from '#core/shared/money.ts';
import type { Movement } from './ledger.ts';
import type { PayableId } from './payable-id.ts';
import type { Payment, PaymentId } from './payment.ts';
import type { PaymentEntry } from './payment-entry.ts';
import type { OperationId, PaymentOperation } from './payment-operation.ts';

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
  /** Whether a gateway webhook of this id was recorded. */
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
