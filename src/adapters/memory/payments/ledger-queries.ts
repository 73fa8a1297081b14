import {
  type ComparedPayment,
  type LedgerDiscrepancy,
  type LedgerQueries,
  type Movement,
  sumOfMovements,
} from '#core/payments/ledger.ts';
import { Payment, type PaymentId } from '#core/payments/payment.ts';
import type { Money } from '#core/shared/money.ts';
import type { MemoryStore } from '../store/memory-store.ts';

type Paid = Readonly<{ amountPaid: Money; amountRefunded: Money }>;

export class MemoryLedgerQueries implements LedgerQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async discrepancies(): Promise<readonly LedgerDiscrepancy[]> {
    const { payments, orders, invoices } = this.#store;
    const moved = [...this.#store.movements.values()];
    const byPayment = Map.groupBy(moved, ({ paymentId }) => paymentId);
    const byPayable = Map.groupBy(moved, ({ payableId }) => payableId);
    const wrongPayments = [...payments.values()].filter((payment) => isWrong(payment, byPayment.get(payment.id)));
    const wrongOrders = [...orders.values()].filter((order) => isWronglyPaid(order, 'orders', byPayable.get(order.id)));
    const wrongInvoices = [...invoices.values()].filter(
      (invoice) => invoice.orderId === null && isWronglyPaid(invoice, 'invoices', byPayable.get(invoice.id)),
    );
    return [
      ...wrongPayments.map(({ id }) => ({ id, discrepancy: 'the payment differs from its movements' })),
      ...wrongOrders.map(({ id }) => ({ id, discrepancy: 'the order differs from its movements' })),
      ...wrongInvoices.map(({ id }) => ({ id, discrepancy: 'the invoice differs from its movements' })),
    ];
  }

  async comparePayments(after: PaymentId | null, limit: number): Promise<readonly ComparedPayment[]> {
    const wrong = new Set((await this.discrepancies()).map(({ id }) => id));
    return [...this.#store.payments.values()]
      .filter(({ id }) => after === null || id > after)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id, payableId, hasDiscrepancy: isMarked }) => ({
        id,
        isMarked,
        hasDiscrepancy: wrong.has(id) || wrong.has(payableId),
      }));
  }
}

const isWrong = (payment: Payment, movements: readonly Movement[] = []): boolean =>
  sumOfMovements(movements, 'captured') !== payment.captured.minor ||
  sumOfMovements(movements, 'refunded') !== payment.refunded.minor ||
  sumOfMovements(movements, 'disputed') !== Payment.disputed(payment).minor;

const isWronglyPaid = (
  { amountPaid, amountRefunded }: Paid,
  account: 'orders' | 'invoices',
  movements: readonly Movement[] = [],
): boolean => {
  const own = movements.filter(({ debit, credit }) => debit === account || credit === account);
  return (
    sumOfMovements(own, 'captured') !== amountPaid.minor || sumOfMovements(own, 'refunded') !== amountRefunded.minor
  );
};
