import { planRoutes } from '#adapters/http/subscriptions/plan-operations.ts';
import { planEventSchema } from '#adapters/http/subscriptions/plan-schemas.ts';
import { subscriptionEventSchema } from '#adapters/http/subscriptions/subscription-schemas.ts';
import { makeChangePlan } from '#core/subscriptions/use-cases/change-plan.ts';
import { makeCreatePlan } from '#core/subscriptions/use-cases/create-plan.ts';
import { makeDeletePlan } from '#core/subscriptions/use-cases/delete-plan.ts';
import { type Binding, constant, inject, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, ids, config } = SYSTEM;
const { planQueries: queries } = STORAGE;
const { cursors } = HTTP;

/** Plans. */
export const subscriptionsModule: readonly Binding[] = [
  constant(HTTP.eventSchemas, { plan: planEventSchema, subscription: subscriptionEventSchema }),
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
