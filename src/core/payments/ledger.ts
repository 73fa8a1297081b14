import type { OrderId } from '#core/orders/order.ts';
import type { Money } from '#core/shared/money.ts';
import type { Payment, PaymentId } from './payment.ts';
import type { OperationId } from './payment-operation.ts';

/**
 * A movement of money between two accounts: one is debited, the other credited. A capture debits `gateway:<name>` and
 * credits `orders`, or `surplus` for an overpayment; a refund does the reverse.
 */
export type Movement = Readonly<{
  /** The operation that moved the money; each moves money once. */
  id: OperationId;
  kind: 'capture' | 'refund';
  paymentId: PaymentId;
  orderId: OrderId;
  debit: string;
  credit: string;
  /** Greater than zero. */
  amount: Money;
  at: Date;
}>;

export const Movement = {
  of: (
    kind: Movement['kind'],
    payment: Payment,
    { id, amount }: Readonly<{ id: OperationId; amount: Money }>,
  ): Movement => {
    const gateway = `gateway:${payment.gateway}`;
    const purpose = payment.isOverpayment ? 'surplus' : 'orders';
    const [debit, credit] = kind === 'capture' ? [gateway, purpose] : [purpose, gateway];
    return { id, kind, paymentId: payment.id, orderId: payment.orderId, debit, credit, amount, at: payment.updatedAt };
  },
};

/** A discrepancy in the ledger. */
export type LedgerDiscrepancy = Readonly<{
  /** The id of the movement, payment or order. */
  id: string;
  /** For example `debits do not equal credits`. */
  discrepancy: string;
}>;

export interface LedgerQueries {
  /**
   * Lists all discrepancies: unbalanced movements, payments whose captures and refunds differ from their movements, and
   * orders whose paid and refunded amounts differ from theirs. Empty when the ledger balances.
   */
  discrepancies(): Promise<readonly LedgerDiscrepancy[]>;
}
