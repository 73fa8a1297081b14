import { type Discount, discountList, discountView } from '#core/pricing/discount.ts';
import type { DiscountFields } from '#core/pricing/discount-fields.ts';
import type { PricingQueries } from '#core/pricing/ports.ts';
import {
  type ShippingMethod,
  type ShippingMethodFields,
  shippingMethodList,
  shippingMethodView,
} from '#core/pricing/shipping-method.ts';
import { type TaxRate, type TaxRateFields, taxRateList, taxRateView } from '#core/pricing/tax-rate.ts';
import type { RuleUseCases } from '#core/pricing/use-cases/rule-use-cases.ts';
import type { Cursors } from '../lists/cursor.ts';
import type { TaggedRoute } from '../routing/route.ts';
import { discountInput, discountPage, discountPatch, discountSchema } from './discount-schemas.ts';
import { ruleRoutes } from './rule-routes.ts';
import {
  shippingMethodInput,
  shippingMethodPage,
  shippingMethodPatch,
  shippingMethodSchema,
} from './shipping-method-schemas.ts';
import { taxRateInput, taxRatePage, taxRatePatch, taxRateSchema } from './tax-rate-schemas.ts';

type Deps = Readonly<{
  queries: PricingQueries;
  cursors: Cursors;
  taxRates: RuleUseCases<TaxRate, TaxRateFields>;
  shippingMethods: RuleUseCases<ShippingMethod, ShippingMethodFields>;
  discounts: RuleUseCases<Discount, DiscountFields>;
}>;

export const pricingRoutes = (deps: Deps): TaggedRoute[] => [
  ...taxRateRoutes(deps),
  ...shippingMethodRoutes(deps),
  ...discountRoutes(deps),
];

const taxRateRoutes = ({ queries, cursors, taxRates }: Deps): TaggedRoute[] =>
  ruleRoutes({
    ...taxRates,
    prefix: 'txr',
    path: '/api/tax_rates',
    name: 'tax rate',
    typeName: 'TaxRate',
    writeRules:
      'Of tax rates for the same country, region, postal prefix and tax category, one is valid at a time. A shop has at ' +
      'most 10,000.',
    problems: ['already_exists', 'conflict'],
    input: taxRateInput,
    patch: taxRatePatch,
    schema: taxRateSchema,
    pageSchema: taxRatePage,
    list: taxRateList,
    cursors,
    find: (id) => queries.findTaxRate(id),
    readPage: (query) => queries.listTaxRates(query),
    viewIn: async (_tx, rate) => taxRateView(rate),
  });

const shippingMethodRoutes = ({ queries, cursors, shippingMethods }: Deps): TaggedRoute[] =>
  ruleRoutes({
    ...shippingMethods,
    prefix: 'shm',
    path: '/api/shipping_methods',
    name: 'shipping method',
    typeName: 'ShippingMethod',
    writeRules: 'The price is that of the first tier that covers the order. A shop has at most 500 shipping methods.',
    problems: ['conflict'],
    input: shippingMethodInput,
    patch: shippingMethodPatch,
    schema: shippingMethodSchema,
    pageSchema: shippingMethodPage,
    list: shippingMethodList,
    cursors,
    find: (id) => queries.findShippingMethod(id),
    readPage: (query) => queries.listShippingMethods(query),
    viewIn: async (_tx, method) => shippingMethodView(method),
  });

const discountRoutes = ({ queries, cursors, discounts }: Deps): TaggedRoute[] =>
  ruleRoutes({
    ...discounts,
    prefix: 'dsc',
    path: '/api/discounts',
    name: 'discount',
    typeName: 'Discount',
    writeRules: 'At most 200 discounts without a code are active.',
    problems: ['already_exists', 'conflict'],
    input: discountInput,
    patch: discountPatch,
    schema: discountSchema,
    pageSchema: discountPage,
    list: discountList,
    cursors,
    find: (id) => queries.findDiscount(id),
    readPage: (query) => queries.listDiscounts(query),
    viewIn: async (tx, discount) => discountView(discount, await tx.discounts.countUses(discount.id)),
  });
