import { pricingRoutes } from '#adapters/http/pricing/routes.ts';
import { makePricingCache } from '#core/pricing/pricing-cache.ts';
import { discountKind, shippingMethodKind, taxRateKind } from '#core/pricing/rule-kinds.ts';
import { makeRuleUseCases } from '#core/pricing/use-cases/rule-use-cases.ts';
import { type Binding, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { PRICING } from '../tokens/pricing.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, ids } = SYSTEM;
const { pricingQueries: queries, referenceDataChanges: changes } = STORAGE;
const { cursors } = HTTP;

/** Tax rates, shipping methods and discounts. */
export const pricingModule: readonly Binding[] = [
  provide(PRICING.cache, { queries, changes, systemClock }, makePricingCache),
  provide(HTTP.routes, { queries, cursors, clock, ids }, ({ queries, cursors, ...deps }) =>
    pricingRoutes({
      queries,
      cursors,
      taxRates: makeRuleUseCases(taxRateKind, deps),
      shippingMethods: makeRuleUseCases(shippingMethodKind, deps),
      discounts: makeRuleUseCases(discountKind, deps),
    }),
  ),
];
