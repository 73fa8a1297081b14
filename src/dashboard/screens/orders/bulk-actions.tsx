import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import type { Action } from '../../form/action-button.tsx';
import { difference } from '../../form/difference.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { apiMessage } from '../../text/api-message.ts';
import { money } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';

type Order = Schemas['Order'];
type BulkResult = Schemas['BulkResult'];

/** What a bulk action came to, with the orders that it was for. */
export type BulkOutcome = Readonly<{ orders: readonly Order[]; result: BulkResult }>;

type Report = (outcome: BulkOutcome) => void;

/** An action on several orders, of which some may fail. */
const bulkAction = (
  path: '/api/orders/bulk_fulfill' | '/api/orders/bulk_cancel',
  orders: readonly Order[],
  report: Report,
): Pick<Action, 'scope' | 'run' | 'done'> => ({
  scope: 'orders:write',
  run: async (fields, idempotencyKey) => {
    const body = { ...fields, ids: orders.map(({ id }) => id) };
    const { data } = await request('post', path, { body, idempotencyKey });
    report({ orders, result: data });
    return data;
  },
  // failures have a dialog of their own
  done: (result) => {
    const { done: count } = result as BulkResult;
    return count === 0 ? '' : fill(t().orders.bulkDone, { count });
  },
});

/** Fulfils all unfulfilled items of several orders. */
export const bulkFulfill =
  (report: Report) =>
  (orders: readonly Order[]): Action => ({
    ...bulkAction('/api/orders/bulk_fulfill', orders, report),
    label: t().orders.fulfill,
    isPrimary: true,
    explanation: t().orders.bulkFulfillExplained,
  });

/** What was paid for the orders and is not refunded, in each currency. */
const amountsToRefund = (orders: readonly Order[]): string => {
  const sums = new Map<string, number>();
  for (const { currency, amount_paid: paid, amount_refunded: refunded } of orders) {
    sums.set(currency, difference(paid, refunded - (sums.get(currency) ?? 0)));
  }
  return [...sums].flatMap(([currency, sum]) => (sum > 0 ? money(sum, currency) : [])).join(', ');
};

/** Cancels several orders. */
export const bulkCancel =
  (report: Report) =>
  (orders: readonly Order[]): Action => {
    const amounts = amountsToRefund(orders);
    const label = t().orders.bulkCancel;
    return {
      ...bulkAction('/api/orders/bulk_cancel', orders, report),
      label,
      isDanger: true,
      explanation: fill(t().orders.bulkCancelExplained, { count: orders.length }),
      submitLabel: amounts === '' ? label : fill(t().orders.bulkCancelAndRefund, { amounts }),
      dismissLabel: t().orders.keepOrders,
      fields: [{ name: 'reason', kind: 'text' }],
    };
  };

/** The orders that a bulk action did not change, and why. */
export const BulkFailures = ({ outcome, onClose }: Readonly<{ outcome: BulkOutcome; onClose: () => void }>) => {
  const { orders, result } = outcome;
  const numbers = new Map(orders.map(({ id, number }) => [id, number]));
  return (
    <Dialog title={t().orders.bulkFailed} onClose={onClose}>
      <p>{fill(t().orders.bulkFailedExplained, { done: result.done })}</p>
      <ul class="failures">
        {result.data.map(({ id, status, problem }) => {
          const { detail = '' } = (problem ?? {}) as Partial<Schemas['Problem']>;
          return (
            status === 'failed' && (
              <li key={id}>
                <a href={`${BASE}/orders/${id}`}>{fill(t().orders.order, { number: numbers.get(id) ?? id })}</a>:{' '}
                {apiMessage(detail)}
              </li>
            )
          );
        })}
      </ul>
    </Dialog>
  );
};
