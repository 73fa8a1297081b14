import { planRoutes } from '#adapters/http/subscriptions/plan-operations.ts';
import { planEventSchema } from '#adapters/http/subscriptions/plan-schemas.ts';
import { subscriptionEventSchema } from '#adapters/http/subscriptions/subscription-schemas.ts';
import { makeCreatePayment } from '#core/payments/use-cases/create-payment.ts';
import { makeReplaceOpenPayment } from '#core/payments/use-cases/replace-open-payment.ts';
import { makePriceBill } from '#core/subscriptions/price-bill.ts';
import { makeChangePlan } from '#core/subscriptions/use-cases/change-plan.ts';
import { makeChargeSubscription } from '#core/subscriptions/use-cases/charge-subscription.ts';
import { makeCreatePlan } from '#core/subscriptions/use-cases/create-plan.ts';
import { makeDeletePlan } from '#core/subscriptions/use-cases/delete-plan.ts';
import { makeExpireIncomplete } from '#core/subscriptions/use-cases/expire-incomplete.ts';
import { makeFollowInvoice } from '#core/subscriptions/use-cases/follow-invoice.ts';
import { makeRunDueSubscription } from '#core/subscriptions/use-cases/run-due-subscription.ts';
import {
  makeRunDueSubscriptions,
  type RunDueSubscriptions,
} from '#core/subscriptions/use-cases/run-due-subscriptions.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, inject, provide, token } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { INVOICES } from '../tokens/invoices.ts';
import { PAYMENTS } from '../tokens/payments.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, ids, config, log, processName: owner } = SYSTEM;
const { planQueries: queries, subscriptionQueries, unitOfWork } = STORAGE;
const { execute, ask, recordOutcome, reconcilePayment, gateways, limits } = PAYMENTS;
const { cursors, metrics } = HTTP;

/** One of a process, so that what advances the test clock waits for the steps that the worker has started. */
const dueSubscriptions = token<RunDueSubscriptions>('DueSubscriptions');

/** Plans and subscriptions. */
export const subscriptionsModule: readonly Binding[] = [
  constant(HTTP.eventSchemas, { plan: planEventSchema, subscription: subscriptionEventSchema }),
  provide(
    INVOICES.listeners,
    inject({ clock, config }, ({ clock, config }) => makeFollowInvoice({ clock, schedule: config.dunningSchedule })),
  ),
  provide(
    dueSubscriptions,
    inject(
      {
        ...{ unitOfWork, clock, systemClock, ids, owner, log, metrics, config, priceLines: INVOICES.priceLines },
        ...{ execute, ask, recordOutcome, reconcilePayment, gateways, limits },
      },
      ({ config, metrics, ...deps }) => {
        const replaceOpen = makeReplaceOpenPayment(deps);
        const createPayment = makeCreatePayment({ ...deps, replaceOpen });
        const runDue = makeRunDueSubscription({
          ...deps,
          priceBill: makePriceBill(deps),
          expire: makeExpireIncomplete({ ...deps, replaceOpen }),
          charge: makeChargeSubscription({ ...deps, createPayment, schedule: config.dunningSchedule }),
        });
        return makeRunDueSubscriptions({ ...deps, runDue, observe: metrics.observeSubscriptionStep });
      },
    ),
  ),
  provide(
    BACKGROUND.workers,
    inject({ dueSubscriptions }, ({ dueSubscriptions: { run, stop } }) => [
      { name: 'due subscriptions', intervalMs: 1_000, run, beforeStop: stop },
    ]),
  ),
  provide(
    BACKGROUND.dueWork,
    inject({ dueSubscriptions, subscriptionQueries }, ({ dueSubscriptions: { run }, subscriptionQueries }) => [
      { name: 'due subscriptions', nextDueAt: (after) => subscriptionQueries.nextDue(after), run },
    ]),
  ),
  provide(
    HTTP.routes,
    inject({ queries, cursors, clock, ids, config }, ({ config, ...rest }) => {
      const deps = { ...rest, storeCurrency: config.storeCurrency };
      return planRoutes({
        ...deps,
        createPlan: makeCreatePlan(deps),
        changePlan: makeChangePlan(deps),
        deletePlan: makeDeletePlan(deps),
      });
    }),
  ),
];
