import { ContainerModule } from 'inversify';
import { ordersRoutes } from '#adapters/http/orders/routes.ts';
import { runPeriodically } from '#adapters/system/background-task.ts';
import { makeAddNote } from '#core/orders/use-cases/add-note.ts';
import { makeCancelOrder } from '#core/orders/use-cases/cancel-order.ts';
import { makeChangeOrder } from '#core/orders/use-cases/change-order.ts';
import { makeCreateOrder } from '#core/orders/use-cases/create-order.ts';
import { makeExpireOrders } from '#core/orders/use-cases/expire-orders.ts';
import { makeFulfillOrder } from '#core/orders/use-cases/fulfill-order.ts';
import { makeResumeCancellation } from '#core/orders/use-cases/resume-cancellation.ts';
import { TOKENS } from '../tokens.ts';

const EXPIRED_MS = 1_000;
const RESUMED_MS = 5_000;

/** What is bought, and what becomes of it. */
export const ordersModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.worker)
      .toResolvedValue(
        (unitOfWork, clock, ids, log) => {
          const expireOrders = makeExpireOrders({ unitOfWork, clock, ids, log });
          return runPeriodically('expiry of unpaid orders', EXPIRED_MS, expireOrders, log);
        },
        [TOKENS.unitOfWork, TOKENS.clock, TOKENS.ids, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (unitOfWork, payments, clock, ids, log) => {
          const resumeCancellation = makeResumeCancellation({ unitOfWork, payments, clock, ids });
          return runPeriodically('resumption of cancellations', RESUMED_MS, resumeCancellation, log);
        },
        [TOKENS.unitOfWork, TOKENS.orderPayments, TOKENS.clock, TOKENS.ids, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.routes)
      .toResolvedValue(
        (queries, cursors, unitOfWork, payments, clock, ids, { orderExpiryMs: expiresAfter }) =>
          ordersRoutes({
            queries,
            createOrder: makeCreateOrder({ clock, ids, expiresAfter }),
            changeOrder: makeChangeOrder({ clock, ids }),
            cancelOrder: makeCancelOrder({ unitOfWork, payments, clock, ids }),
            fulfillOrder: makeFulfillOrder({ clock, ids }),
            addNote: makeAddNote({ clock, ids }),
            cursors,
          }),
        [
          TOKENS.orderQueries,
          TOKENS.cursors,
          TOKENS.unitOfWork,
          TOKENS.orderPayments,
          TOKENS.clock,
          TOKENS.ids,
          TOKENS.config,
        ],
      )
      .inSingletonScope();
  });
