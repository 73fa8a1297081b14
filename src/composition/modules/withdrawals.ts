import { setTimeout as sleep } from 'node:timers/promises';
import { makeWrite } from '#adapters/http/idempotency/run-write.ts';
import { makeConfirmWithdrawal } from '#adapters/http/withdrawals/confirm-withdrawal.ts';
import { withdrawalsRoutes } from '#adapters/http/withdrawals/routes.ts';
import { withdrawalEvents } from '#adapters/http/withdrawals/schemas.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { makeOpenOrder } from '#core/orders/order-access.ts';
import { makeCancelItem } from '#core/orders/use-cases/cancel-item.ts';
import { makeDecideReturn } from '#core/returns/use-cases/decide-return.ts';
import { makeRequestReturn } from '#core/returns/use-cases/request-return.ts';
import { makeOrderWithdrawals } from '#core/withdrawals/order-withdrawal.ts';
import { makeFollowReturn } from '#core/withdrawals/steps/follow-return.ts';
import { makeAcceptWithdrawal, makeRejectWithdrawal } from '#core/withdrawals/use-cases/decide-withdrawal.ts';
import {
  makeFinishWithdrawal,
  makeProcessSoon,
  makeProcessWithdrawals,
} from '#core/withdrawals/use-cases/process-withdrawals.ts';
import { makeStateWithdrawal } from '#core/withdrawals/use-cases/state-withdrawal.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, provide } from '../injection.ts';
import { CARTS } from '../tokens/carts.ts';
import { HTTP } from '../tokens/http.ts';
import { INVOICES } from '../tokens/invoices.ts';
import { ORDERS } from '../tokens/orders.ts';
import { PAYMENTS } from '../tokens/payments.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SUBSCRIPTIONS } from '../tokens/subscriptions.ts';
import { SYSTEM } from '../tokens/system.ts';
import { WITHDRAWALS } from '../tokens/withdrawals.ts';

const { clock, systemClock, ids, log, encryption, config, tokens, orderLinks, buyerCalendar: calendar } = SYSTEM;
const { unitOfWork, withdrawalQueries: queries, orderQueries, shopRulesQueries: rules } = STORAGE;
const { idempotencyQueries: records } = STORAGE;
const { followWithdrawal, orderWithdrawals, processWithdrawals } = WITHDRAWALS;

const deps = {
  ...{ unitOfWork, clock, systemClock, ids, log, calendar, followWithdrawal },
  ...{ shop: SHOP.cache, invoices: INVOICES.orderInvoices },
  ...{ payments: PAYMENTS.orderPayments, refundSoon: ORDERS.refundSoon },
};

/** How long a request waits for what follows from its withdrawal. */
const PAUSE_MS = 2_000;

const pause = () => sleep(PAUSE_MS, undefined, { ref: false });

/** How often a request looks whether the same one has ended. */
const REPEAT_MS = 250;

/** Withdrawals of consumers from orders. */
export const withdrawalsModule: readonly Binding[] = [
  constant(HTTP.eventSchemas, withdrawalEvents),
  provide(followWithdrawal, { ids }, makeFollowReturn),
  provide(orderWithdrawals, { calendar, shop: SHOP.cache, unitOfWork }, makeOrderWithdrawals),
  provide(processWithdrawals, deps, (values) =>
    makeProcessWithdrawals({
      ...values,
      cancelItem: makeCancelItem(values),
      requestReturn: makeRequestReturn(values),
      decideReturn: makeDecideReturn(values),
    }),
  ),
  provide(BACKGROUND.workers, { processWithdrawals }, ({ processWithdrawals }) => [
    { name: 'processing of withdrawals', intervalMs: 500, run: untilEmpty(processWithdrawals) },
  ]),
  provide(
    HTTP.routes,
    {
      ...deps,
      subscriptions: SUBSCRIPTIONS.requests,
      queries,
      processWithdrawals,
      cursors: HTTP.cursors,
      throttle: HTTP.throttle,
    },
    ({ subscriptions, ...values }) => {
      const steps = {
        stepSubscription: subscriptions.stepSubscription,
        cancelItem: makeCancelItem(values),
        requestReturn: makeRequestReturn(values),
        decideReturn: makeDecideReturn(values),
      };
      return withdrawalsRoutes({
        ...values,
        stateWithdrawal: makeStateWithdrawal(values),
        acceptWithdrawal: makeAcceptWithdrawal({ ...values, ...steps }),
        rejectWithdrawal: makeRejectWithdrawal(values),
        processSoon: makeProcessSoon({ ...values, pause }),
        finishWithdrawal: makeFinishWithdrawal(values),
      });
    },
  ),
  provide(
    HTTP.withdrawalPages,
    {
      ...{ unitOfWork, clock, systemClock, ids, log, encryption, config, tokens, orderLinks, orderQueries, rules },
      ...{ checkoutTokens: CARTS.checkoutTokens },
      ...{ records, orderWithdrawals, processWithdrawals, shop: SHOP.cache, throttle: HTTP.throttle },
    },
    ({ config, ...values }) => ({
      ...values,
      digest: values.encryption.digest,
      openOrder: makeOpenOrder({ ...values, queries: values.orderQueries }),
      confirmWithdrawal: makeConfirmWithdrawal({
        ...values,
        write: makeWrite(values),
        stateWithdrawal: makeStateWithdrawal(values),
        processSoon: makeProcessSoon({ ...values, pause }),
        timeoutMs: config.requestTimeoutMs,
        pause: () => sleep(REPEAT_MS),
      }),
      rateLimit: config.rateLimit,
      sendsMails: config.smtp !== undefined,
    }),
  ),
];
