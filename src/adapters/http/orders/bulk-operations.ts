import Joi from 'joi';
import type { OrderId } from '#core/orders/order.ts';
import { type BulkStepResult, MAX_BULK_ORDERS, type RunBulkStep } from '#core/orders/use-cases/bulk-step.ts';
import type { CancelOrder } from '#core/orders/use-cases/cancel-order.ts';
import type { FulfillOrder } from '#core/orders/use-cases/fulfill-order.ts';
import type { Actor } from '#core/shared/actor.ts';
import { dryRunUnsupported } from '#core/shared/domain-error.ts';
import { forCaller } from '../authorization/allowed-actions.ts';
import { toProblem } from '../responses/problem.ts';
import { writeOperation } from '../routing/operation.ts';
import type { ApiResponse } from '../routing/route.ts';
import { idOf, integer } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { ORDER_ACTIONS } from '../schemas/order-actions.ts';
import { required } from '../schemas/required.ts';
import { cancelReason } from './cancellation-schemas.ts';

export type BulkOperationsDeps = Readonly<{
  runBulkStep: RunBulkStep;
  cancelOrder: CancelOrder;
  fulfillOrder: FulfillOrder;
  publicUrl: () => string;
}>;

type Selection = Readonly<{ ids: readonly OrderId[] }>;

const ids = required(
  Joi.array().items(idOf('ord')).min(1).max(MAX_BULK_ORDERS).unique(),
  `The ids of 1 to ${MAX_BULK_ORDERS} orders.`,
  ['ord_01h455vb4pex5vsknk084sn02q'],
);

const bulkFulfillment = objectOf<Selection>({ ids }).id('BulkFulfillment').description('Which orders are fulfilled.');

const bulkCancellation = objectOf<Selection & Readonly<{ reason?: string | null }>>({ ids, reason: cancelReason() })
  .id('BulkCancellation')
  .description('Which orders are cancelled, and why.');

type ResultView = Readonly<{ id: OrderId; status: 'done' | 'failed'; problem?: object }>;

type ResultsView = Readonly<{ object: 'bulk_result'; done: number; failed: number; data: readonly ResultView[] }>;

const count = (description: string): Joi.NumberSchema => required(integer(0), description, 1);

const bulkResultSchema = objectOf<ResultsView>({
  object: required(Joi.string().valid('bulk_result'), 'The type.'),
  done: count('How many orders changed.'),
  failed: count('How many orders did not change.').example(0, { override: true }),
  data: required(
    Joi.array().items(
      objectOf<ResultView>({
        id: required(idOf('ord'), 'The order.'),
        status: required(Joi.string().valid('done', 'failed'), 'Whether the order changed.'),
        problem: Joi.object()
          .unknown()
          .description('Why it did not change: the problem that the request for this order alone would have.'),
      }),
    ),
    'A result for each order, in the order of the request.',
  ),
})
  .id('BulkResult')
  .description('What a bulk request changed.');

const EACH_ALONE =
  'Each order changes in a transaction of its own, so the failure of one does not affect the others. A request that is ' +
  'repeated with its `Idempotency-Key` changes nothing twice. There is no dry run.';

const COMMON = {
  method: 'post',
  access: { kind: 'scope', scope: 'orders:write' },
  hasExternalEffects: true,
  reservesKey: true,
  responses: { 200: { description: 'A result for each order.', schema: bulkResultSchema } },
  problems: ['dry_run_unsupported'],
} as const;

export const bulkFulfillOrders = (deps: BulkOperationsDeps) =>
  writeOperation({
    ...COMMON,
    path: '/api/orders/bulk_fulfill',
    operationId: 'bulkFulfillOrders',
    summary: 'Fulfil several orders',
    description: `Fulfils all unfulfilled items of each order. ${EACH_ALONE}`,
    body: bulkFulfillment,
    write: async ({ actor, body, isDryRun }) => {
      const rest = { trackingNumber: null, carrier: null, deliveredAt: null, expected: undefined };
      const results = await run(deps, { ...body, isDryRun }, (id) => deps.fulfillOrder(actor, { id, ...rest }));
      return async () => response(deps, actor, results);
    },
  });

export const bulkCancelOrders = (deps: BulkOperationsDeps) =>
  writeOperation({
    ...COMMON,
    path: '/api/orders/bulk_cancel',
    operationId: 'bulkCancelOrders',
    summary: 'Cancel several orders',
    description: `Refunds the payments and restores the stock of each order. ${EACH_ALONE}`,
    body: bulkCancellation,
    write: async ({ actor, body: { reason = null, ids }, isDryRun }) => {
      const rest = { reason, expected: undefined };
      const results = await run(deps, { ids, isDryRun }, (id) => deps.cancelOrder(actor, { id, ...rest }));
      return async () => response(deps, actor, results);
    },
  });

const run = (
  { runBulkStep }: BulkOperationsDeps,
  { ids, isDryRun }: Selection & Readonly<{ isDryRun: boolean }>,
  prepare: Parameters<RunBulkStep>[1],
): Promise<readonly BulkStepResult[]> => {
  if (isDryRun) throw dryRunUnsupported('Each order changes in a transaction of its own, so there is no dry run.');
  return runBulkStep(ids, prepare);
};

const response = (deps: BulkOperationsDeps, actor: Actor, results: readonly BulkStepResult[]): ApiResponse => {
  const data = results.map((result) => resultView(deps, actor, result));
  const failed = data.filter(({ status }) => status === 'failed').length;
  return {
    status: 200,
    body: { object: 'bulk_result', done: data.length - failed, failed, data } satisfies ResultsView,
  };
};

const resultView = ({ publicUrl }: BulkOperationsDeps, actor: Actor, { id, error }: BulkStepResult): ResultView => {
  if (error === undefined) return { id, status: 'done' };
  const request = { redactedPath: `/api/orders/${id}`, requestId: '', publicUrl: publicUrl() };
  const { request_id: _requestId, ...problem } = toProblem(forCaller(error, actor, ORDER_ACTIONS), request).body;
  return { id, status: 'failed', problem };
};
