import { planRoutes } from '#adapters/http/subscriptions/plan-operations.ts';
import { planEventSchema } from '#adapters/http/subscriptions/plan-schemas.ts';
import { subscriptionRoutes } from '#adapters/http/subscriptions/subscription-operations.ts';
import { subscriptionEventSchema } from '#adapters/http/subscriptions/subscription-schemas.ts';
import { usageRoutes } from '#adapters/http/subscriptions/usage-operations.ts';
import { makeGroupedUnitOfWork } from '#adapters/system/grouped-unit-of-work.ts';
import { makeCreatePayment } from '#core/payments/use-cases/create-payment.ts';
import { makeExecuteOperation } from '#core/payments/use-cases/execute-operation.ts';
import { makeReplaceOpenPayment } from '#core/payments/use-cases/replace-open-payment.ts';
import { makePriceBill, type PriceBill } from '#core/subscriptions/price-bill.ts';
import { makeChangeSubscription } from '#core/subscriptions/use-cases/change-subscription.ts';
import { makeChargeInvoice } from '#core/subscriptions/use-cases/charge-invoice.ts';
import { makeChargeSubscription } from '#core/subscriptions/use-cases/charge-subscription.ts';
import { makeChooseMethod } from '#core/subscriptions/use-cases/choose-method.ts';
import { makeCreateSubscription } from '#core/subscriptions/use-cases/create-subscription.ts';
import { makeExpireIncomplete } from '#core/subscriptions/use-cases/expire-incomplete.ts';
import { makeFollowDefaultMethod } from '#core/subscriptions/use-cases/follow-default-method.ts';
import { makeFollowInvoice } from '#core/subscriptions/use-cases/follow-invoice.ts';
import { makeChangePlan, makeCreatePlan, makeDeletePlan } from '#core/subscriptions/use-cases/plan-use-cases.ts';
import { makePreviewChange, makePreviewUpcoming } from '#core/subscriptions/use-cases/preview-subscription.ts';
import { makeRecordUsage } from '#core/subscriptions/use-cases/record-usage.ts';
import { makeRunDueSubscription } from '#core/subscriptions/use-cases/run-due-subscription.ts';
import { makeRunDueSubscriptions } from '#core/subscriptions/use-cases/run-due-subscriptions.ts';
import { makeStepSubscription, makeTakeStep } from '#core/subscriptions/use-cases/step-subscription.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, provide, token } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { INVOICES } from '../tokens/invoices.ts';
import { PAYMENTS } from '../tokens/payments.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SUBSCRIPTIONS } from '../tokens/subscriptions.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, ids, log, processName: owner } = SYSTEM;
const { planQueries: queries, subscriptionQueries, unitOfWork } = STORAGE;
const { beginPayment, createPayment, savePaymentMethod, gateways, limits } = PAYMENTS;
const { ask, recordOutcome, reconcilePayment } = PAYMENTS;
const { cursors, metrics } = HTTP;
const { requests, due: dueSubscriptions } = SUBSCRIPTIONS;

const priceBill = token<PriceBill>('PriceBill');

/** Plans and subscriptions. */
export const subscriptionsModule: readonly Binding[] = [
  constant(HTTP.eventSchemas, { plan: planEventSchema, subscription: subscriptionEventSchema }),
  provide(INVOICES.listeners, { clock, ids, shop: SHOP.cache }, makeFollowInvoice),
  provide(PAYMENTS.defaultMethodListeners, { clock }, makeFollowDefaultMethod),
  provide(priceBill, { unitOfWork, priceLines: INVOICES.priceLines, shop: SHOP.cache }, makePriceBill),
  provide(
    dueSubscriptions,
    {
      ...{ unitOfWork, clock, systemClock, ids, owner, log, metrics, priceBill, createPayment },
      ...{ beginPayment, ask, recordOutcome, reconcilePayment, gateways, limits },
    },
    ({ metrics, ...deps }) => {
      const replaceOpen = makeReplaceOpenPayment(deps);
      const chargeInvoice = makeChargeInvoice(deps);
      // outcomes take no numbers, so they need not wait for those that do
      const [starts, outcomes] = [makeGroupedUnitOfWork(deps.unitOfWork), makeGroupedUnitOfWork(deps.unitOfWork)];
      const execute = makeExecuteOperation({ ...deps, unitOfWork: starts });
      const createPayment = makeCreatePayment({ ...deps, execute, replaceOpen });
      const chargeInGroups = makeChargeInvoice({ unitOfWork: outcomes, createPayment });
      const runDue = makeRunDueSubscription({
        ...deps,
        expire: makeExpireIncomplete({ ...deps, replaceOpen }),
        charge: makeChargeSubscription({ ...deps, chargeInvoice, chargeInGroups }),
      });
      return makeRunDueSubscriptions({ ...deps, runDue, observe: metrics.observeSubscriptionStep });
    },
  ),
  provide(BACKGROUND.dueWork, { due: dueSubscriptions, queries: subscriptionQueries }, ({ due, queries }) => [
    {
      name: 'due subscriptions',
      intervalMs: 1_000,
      nextDueAt: (after) => queries.nextDue(after),
      run: due.run,
      beforeStop: due.stop,
    },
  ]),
  provide(HTTP.routes, { queries, cursors, clock, ids }, (deps) =>
    planRoutes({
      ...deps,
      createPlan: makeCreatePlan(deps),
      changePlan: makeChangePlan(deps),
      deletePlan: makeDeletePlan(deps),
    }),
  ),
  provide(requests, { unitOfWork, clock, ids, priceBill, beginPayment, createPayment, savePaymentMethod }, (rest) => {
    const deps = {
      ...rest,
      chooseMethod: makeChooseMethod(rest),
      takeStep: makeTakeStep(rest),
      previewChange: makePreviewChange(rest),
    };
    return {
      createSubscription: makeCreateSubscription(deps),
      changeSubscription: makeChangeSubscription(deps),
      stepSubscription: makeStepSubscription(deps),
    };
  }),
  provide(
    HTTP.routes,
    {
      ...{ queries: subscriptionQueries, cursors, unitOfWork, clock, ids, priceBill, requests },
      codeGuesses: HTTP.codeGuesses,
    },
    ({ requests, ...deps }) => [
      ...subscriptionRoutes({ ...deps, ...requests, previewUpcoming: makePreviewUpcoming(deps) }),
      ...usageRoutes({ recordUsage: makeRecordUsage(deps) }),
    ],
  ),
];
