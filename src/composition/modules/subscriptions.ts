import { planRoutes } from '#adapters/http/subscriptions/plan-operations.ts';
import { planEventSchema } from '#adapters/http/subscriptions/plan-schemas.ts';
import { subscriptionEventSchema } from '#adapters/http/subscriptions/subscription-schemas.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { makeCreatePayment } from '#core/payments/use-cases/create-payment.ts';
import { makeReplaceOpenPayment } from '#core/payments/use-cases/replace-open-payment.ts';
import { makePriceBill } from '#core/subscriptions/price-bill.ts';
import { makeChangePlan } from '#core/subscriptions/use-cases/change-plan.ts';
import { makeChargeSubscription } from '#core/subscriptions/use-cases/charge-subscription.ts';
import { makeCreatePlan } from '#core/subscriptions/use-cases/create-plan.ts';
import { makeDeletePlan } from '#core/subscriptions/use-cases/delete-plan.ts';
import { makeFollowInvoice } from '#core/subscriptions/use-cases/follow-invoice.ts';
import { makeRunDueSubscription, type RunDueSubscription } from '#core/subscriptions/use-cases/run-due-subscription.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, inject, provide, token } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { INVOICES } from '../tokens/invoices.ts';
import { PAYMENTS } from '../tokens/payments.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, ids, config, processName: owner } = SYSTEM;
const { planQueries: queries, subscriptionQueries, unitOfWork } = STORAGE;
const { execute, ask, recordOutcome, reconcilePayment, gateways, limits } = PAYMENTS;
const { cursors } = HTTP;

const runDueSubscription = token<RunDueSubscription>('RunDueSubscription');

/** Plans and subscriptions. */
export const subscriptionsModule: readonly Binding[] = [
  constant(HTTP.eventSchemas, { plan: planEventSchema, subscription: subscriptionEventSchema }),
  provide(
    INVOICES.listeners,
    inject({ clock, config }, ({ clock, config }) => makeFollowInvoice({ clock, schedule: config.dunningSchedule })),
  ),
  provide(
    runDueSubscription,
    inject(
      {
        ...{ unitOfWork, clock, systemClock, ids, owner, config, priceLines: INVOICES.priceLines },
        ...{ execute, ask, recordOutcome, reconcilePayment, gateways, limits },
      },
      ({ config, ...deps }) => {
        const createPayment = makeCreatePayment({ ...deps, replaceOpen: makeReplaceOpenPayment(deps) });
        return makeRunDueSubscription({
          ...deps,
          priceBill: makePriceBill(deps),
          charge: makeChargeSubscription({ ...deps, createPayment, schedule: config.dunningSchedule }),
        });
      },
    ),
  ),
  provide(
    BACKGROUND.workers,
    inject({ runDueSubscription }, ({ runDueSubscription: run }) => [
      { name: 'due subscriptions', intervalMs: 1_000, run: untilEmpty(run) },
    ]),
  ),
  provide(
    BACKGROUND.dueWork,
    inject({ runDueSubscription, subscriptionQueries }, ({ runDueSubscription: run, subscriptionQueries }) => [
      {
        name: 'due subscriptions',
        nextDueAt: (after) => subscriptionQueries.nextDue(after),
        run: untilEmpty(run),
      },
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
