// Why: docs/decisions/0016-ledger.md

import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import { PayableId } from './payable-id.ts';
import type { Payment, PaymentId } from './payment.ts';
import type { OperationId } from './payment-operation.ts';

/** What moved money. `refund_reversal`: a refund failed after it had succeeded. */
type MovementKind = 'capture' | 'refund' | 'refund_reversal' | 'dispute' | 'dispute_won' | 'dispute_lost';

/** The operation that moved the money, which it does once, or an id of its own for what only the gateway did. */
export type MovementId = OperationId | Id<'mov'>;

/**
 * A movement of money between two accounts: one is debited, the other credited. Money is held by a gateway
 * (`gateway:<name>`) or withdrawn by the payer's bank (`disputed`), for `orders`, for `invoices` or as a `surplus` (an
 * overpayment).
 */
export type Movement = Readonly<{
  id: MovementId;
  kind: MovementKind;
  paymentId: PaymentId;
  payableId: PayableId;
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
    { id, amount }: Readonly<{ id: MovementId; amount: Money }>,
  ): Movement => {
    const [debit, credit] = accountsOf(kind, payment);
    return {
      id,
      kind,
      paymentId: payment.id,
      payableId: payment.payableId,
      debit,
      credit,
      amount,
      at: payment.updatedAt,
    };
  },
};

/** The debited and the credited account. */
const accountsOf = (kind: MovementKind, payment: Payment): [string, string] => {
  const gateway = `gateway:${payment.gateway}`;
  const purpose = payment.isOverpayment
    ? 'surplus'
    : PayableId.order(payment.payableId) === null
      ? 'invoices'
      : 'orders';
  switch (kind) {
    case 'capture':
    case 'refund_reversal':
      return [gateway, purpose];
    case 'refund':
      return [purpose, gateway];
    case 'dispute':
      return ['disputed', gateway];
    case 'dispute_won':
      return [gateway, 'disputed'];
    case 'dispute_lost':
      return [purpose, 'disputed'];
  }
};

/** The effect of each kind of movement on the amounts of its payment; on those of what it pays if it concerns `orders` or `invoices`. */
const LEDGER_SIGNS: Readonly<
  Record<'captured' | 'refunded' | 'disputed', Readonly<Partial<Record<MovementKind, 1n | -1n>>>>
> = {
  captured: { capture: 1n },
  refunded: { refund: 1n, refund_reversal: -1n, dispute_lost: 1n },
  disputed: { dispute: 1n, dispute_won: -1n, dispute_lost: -1n },
};

/** The sum of movements in minor units, by their effect on an amount. */
export const sumOfMovements = (movements: readonly Movement[], amount: keyof typeof LEDGER_SIGNS): bigint =>
  movements.reduce((sum, { kind, amount: moved }) => sum + (LEDGER_SIGNS[amount][kind] ?? 0n) * moved.minor, 0n);

export type LedgerDiscrepancy = Readonly<{
  /** The id of the movement, payment or order. */
  id: string;
  /** For example `debits do not equal credits`. */
  discrepancy: string;
}>;

/** A payment as compared with the ledger. */
export type ComparedPayment = Readonly<{
  id: PaymentId;
  /** Whether a discrepancy is recorded on it. */
  isMarked: boolean;
  /** Whether its amounts, or those of what it pays, differ from the movements, or these are unbalanced. */
  hasDiscrepancy: boolean;
}>;

export interface LedgerQueries {
  /**
   * Lists all discrepancies: unbalanced movements, payments whose amounts differ from their movements, and
   * orders and invoices whose paid and refunded amounts differ from theirs. Empty when the ledger balances.
   */
  discrepancies(): Promise<readonly LedgerDiscrepancy[]>;
  /** Compares payments with the ledger, in the order of their ids, from the first after an id. */
  comparePayments(after: PaymentId | null, limit: number): Promise<readonly ComparedPayment[]>;
}
