import { type LedgerQueries, type Movement, sumOfMovements } from '#core/payments/ledger.ts';
import type { Money } from '#core/shared/money.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { byId } from '../store/order.ts';
import { hasMovements } from './payment-repository.ts';

type Paid = Readonly<{ amountPaid: Money; amountRefunded: Money }>;

export const makeLedgerQueries = ({ payments, orders, invoices, movements }: MemoryStore): LedgerQueries => {
  const discrepancies: LedgerQueries['discrepancies'] = async () => {
    const byPayment = Map.groupBy(movements.values(), ({ paymentId }) => paymentId);
    const byPayable = Map.groupBy(movements.values(), ({ payableId }) => payableId);
    const wrong = {
      payment: payments.filter((payment) => !hasMovements(payment, byPayment.get(payment.id) ?? [])),
      order: orders.filter((order) => isWronglyPaid(order, 'orders', byPayable.get(order.id))),
      invoice: invoices.filter(
        (invoice) => invoice.orderId === null && isWronglyPaid(invoice, 'invoices', byPayable.get(invoice.id)),
      ),
    };
    return Object.entries(wrong).flatMap(([name, found]) =>
      found.map(({ id }) => ({ id, discrepancy: `the ${name} differs from its movements` })),
    );
  };
  return {
    discrepancies,

    async comparePayments(after, limit) {
      const wrong = new Set((await discrepancies()).map(({ id }) => id));
      const found = payments.filter(({ id }) => after === null || id > after).sort(byId);
      return found.slice(0, limit).map(({ id, payableId, hasDiscrepancy: isMarked }) => ({
        id,
        isMarked,
        hasDiscrepancy: wrong.has(id) || wrong.has(payableId),
      }));
    },
  };
};

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
