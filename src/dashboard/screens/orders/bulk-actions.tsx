import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import type { Action } from '../../form/action-button.tsx';
import type { JsonObject } from '../../form/field.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { apiMessage } from '../../text/api-message.ts';
import { fill, t } from '../../text/text.ts';

type Order = Schemas['Order'];
type BulkResult = Schemas['BulkResult'];

/** What a bulk action came to, with the orders that it was for. */
export type BulkOutcome = Readonly<{ orders: readonly Order[]; result: BulkResult }>;

type Report = (outcome: BulkOutcome) => void;

/** Failures have a dialog of their own. */
const doneText = (result: unknown): string => {
  const { done: count } = result as BulkResult;
  return count === 0 ? '' : fill(t().orders.bulkDone, { count });
};

/** Fulfils all unfulfilled items of several orders. */
export const bulkFulfill =
  (report: Report) =>
  (orders: readonly Order[]): Action => ({
    label: t().orders.fulfill,
    scope: 'orders:write',
    isPrimary: true,
    explanation: t().orders.bulkFulfillExplained,
    run: async (_body, idempotencyKey) => {
      const { data } = await request('post', '/api/orders/bulk_fulfill', {
        body: { ids: orders.map(({ id }) => id) },
        idempotencyKey,
      });
      report({ orders, result: data });
      return data;
    },
    done: doneText,
  });

/** Cancels several orders. */
export const bulkCancel =
  (report: Report) =>
  (orders: readonly Order[]): Action => ({
    label: t().orders.cancel,
    scope: 'orders:write',
    isDanger: true,
    explanation: t().orders.bulkCancelExplained,
    fields: [{ name: 'reason', kind: 'text' }],
    run: async (body: JsonObject, idempotencyKey) => {
      const { data } = await request('post', '/api/orders/bulk_cancel', {
        body: { ...body, ids: orders.map(({ id }) => id) },
        idempotencyKey,
      });
      report({ orders, result: data });
      return data;
    },
    done: doneText,
  });

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
