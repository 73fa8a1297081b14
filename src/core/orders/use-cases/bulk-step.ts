import { DomainError } from '#core/shared/domain-error.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import type { Order, OrderId } from '../order.ts';
import type { OrdersTx } from '../ports.ts';

/** The most orders of a bulk step. */
export const MAX_BULK_ORDERS = 100;

/** The error is undefined if the step was done. */
export type BulkStepResult = Readonly<{ id: OrderId; error: unknown }>;

/** Runs a step for each order in a transaction of its own. An error of one does not affect the others. */
export type RunBulkStep = (
  ids: readonly OrderId[],
  prepare: (id: OrderId) => Promise<Work<Order, OrdersTx>> | Work<Order, OrdersTx>,
) => Promise<readonly BulkStepResult[]>;

/** How many orders change at a time: most of a step's time is spent waiting for gateways. */
const MAX_CONCURRENT = 4;

export const makeRunBulkStep =
  ({ unitOfWork, log }: Readonly<{ unitOfWork: UnitOfWork<OrdersTx>; log: Log }>): RunBulkStep =>
  async (ids, prepare) => {
    const results: BulkStepResult[] = [];
    const runOne = async (id: OrderId): Promise<unknown> => {
      try {
        await unitOfWork.run(await prepare(id));
        return undefined;
      } catch (error) {
        if (!(error instanceof DomainError)) log.error({ err: error, order_id: id }, 'a bulk step of an order failed');
        return error;
      }
    };
    const remaining = ids.entries();
    const runRemaining = async (): Promise<void> => {
      for (const [index, id] of remaining) results[index] = { id, error: await runOne(id) };
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, runRemaining));
    return results;
  };
