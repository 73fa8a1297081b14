import type { OrderId } from '#core/orders/order.ts';
import type { Money } from '#core/shared/money.ts';
import type { Payment, PaymentId } from './payment.ts';
import type { OperationId } from './payment-operation.ts';

/**
 * Money that went from one account to another: what the one is charged with, the other is credited with. What a gateway
 * has taken for us is debited to `gateway:<name>`; what it was taken for is credited: to `orders`, or to `surplus` where
 * the order had no use for it any more. What is given back goes the other way.
 */
export type Movement = Readonly<{
  /** The operation that moved it: none moves money twice. */
  id: OperationId;
  kind: 'capture' | 'refund';
  paymentId: PaymentId;
  orderId: OrderId;
  debit: string;
  credit: string;
  /** More than nothing. */
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

/** Something in the ledger that does not agree. */
export type LedgerDiscrepancy = Readonly<{
  /** The movement, payment or order. */
  id: string;
  /** Such as `debits are not credits`. */
  fault: string;
}>;

export interface LedgerQueries {
  /**
   * All that does not agree: movements whose debits are not their credits, payments whose captures and refunds are not
   * what was moved, orders whose paid and refunded amounts are not. None where the ledger balances.
   */
  faults(): Promise<readonly LedgerDiscrepancy[]>;
}
