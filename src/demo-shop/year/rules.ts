import type { DiscountFields } from '#core/pricing/discount-fields.ts';
import { discountKind, shippingMethodKind, taxRateKind } from '#core/pricing/rule-kinds.ts';
import type { ShippingMethodFields } from '#core/pricing/shipping-method.ts';
import type { TaxRateFields } from '#core/pricing/tax-rate.ts';
import { makeCreateRule } from '#core/pricing/use-cases/rule-use-cases.ts';
import { Actor } from '#core/shared/actor.ts';
import { Currency } from '#core/shared/currency.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Storage, Work } from '#core/storage.ts';
import type { PlanFields } from '#core/subscriptions/plan-fields.ts';
import { makeCreatePlan } from '#core/subscriptions/use-cases/plan-use-cases.ts';
import { blackFriday, DAY_MS } from './calendar.ts';
import { MARKETS } from './markets.ts';

export const CODES = { welcome: 'WELCOME10', summer: 'SUMMER20', freeShipping: 'SHIPFREE' } as const;

type Context = Readonly<{ currency: Currency; ids: IdGenerator; start: Date; end: Date }>;

/** Creates tax rates, shipping methods, discounts and plans; of each kind, only if the shop has none. */
export const createRules = async (storage: Storage, { ids, currency, start, end }: Context): Promise<void> => {
  const deps = { clock: { isBusinessTime: true, now: () => start }, ids } as const;
  const { taxRates, shippingMethods } = await storage.pricingQueries.tables();
  const page = { filter: {}, page: { limit: 1 } } as const;
  const discounts = (await storage.pricingQueries.listDiscounts(page)).items;
  const plans = (await storage.planQueries.list(page)).items;
  const priced = <Fields extends object>(fields: Fields) => ({ ...fields, currency });
  // a hundred times as much in a currency without decimals
  const price = (amount: number): number => (Currency.exponent(currency) === 0 ? Math.round(amount * 100) : amount);
  await storage.unitOfWork.run(async (tx) => {
    const add = async <F>(
      existing: readonly unknown[],
      fields: readonly F[],
      create: (actor: Actor, fields: F) => Work<unknown>,
    ) => {
      if (existing.length === 0) for (const each of fields) await create(Actor.system, each)(tx);
    };
    await add(taxRates, TAX_RATES, makeCreateRule(taxRateKind, deps));
    await add(shippingMethods, shippingMethodsAt(price).map(priced), makeCreateRule(shippingMethodKind, deps));
    await add(discounts, discountsAt(price, end).map(priced), makeCreateRule(discountKind, deps));
    await add(plans, plansAt(price).map(priced), makeCreatePlan(deps));
  });
};

type Price = (amount: number) => number;

const TAX_RATES: readonly TaxRateFields[] = [
  ...MARKETS.map(([, { country, state, tax }]) => ({ ...tax, country, region: state })),
  // clothes are exempt
  { name: 'Sales tax', percent: 0, country: 'US', region: 'NY', tax_category: 'clothing' },
];

const NEAR = ['DE', 'AT', 'NL', 'FR', 'IT'];

const FAR = ['CH', 'GB', 'US'];

const shippingMethodsAt = (price: Price): readonly ShippingMethodFields[] => [
  { name: 'Standard', countries: NEAR, tiers: [{ up_to: null, price: price(4.9) }], free_above: price(100) },
  { name: 'Express', countries: NEAR, tiers: [{ up_to: null, price: price(12.9) }] },
  {
    ...{ name: 'International', countries: FAR, price_by: 'weight', weight_unit: 'kg' },
    tiers: [
      { up_to: 2, price: price(14.9) },
      { up_to: 10, price: price(29.9) },
      { up_to: null, price: price(69.9) },
    ],
  },
];

const discountsAt = (price: Price, end: Date): readonly DiscountFields[] => [
  { name: 'Welcome', code: CODES.welcome, kind: 'percent', percent: 10, first_order: true },
  {
    ...{ name: 'Summer sale', code: CODES.summer, kind: 'percent', percent: 20 },
    ...lastBefore(end, (year) => Date.UTC(year, 6, 1), 21),
  },
  { name: 'Free shipping', code: CODES.freeShipping, kind: 'free_shipping', min_total: price(50) },
  {
    ...{ name: 'Black Friday', kind: 'percent', percent: 15 },
    ...lastBefore(end, (year) => Date.UTC(year, 10, blackFriday(year)), 4),
  },
];

/** The last period that is over, of one that begins once a year: prices of today are those that the documents show. */
const lastBefore = (end: Date, startIn: (year: number) => number, days: number) => {
  const year = end.getUTCFullYear();
  const start = startIn(year) + days * DAY_MS <= end.getTime() ? startIn(year) : startIn(year - 1);
  return { valid_from: new Date(start), valid_to: new Date(start + days * DAY_MS) };
};

const plansAt = (price: Price): readonly PlanFields[] => {
  const monthly = { pricing: 'flat', interval: 'month' } as const;
  return [
    { ...monthly, name: 'Club', amount: price(4.9), trial_days: 14, after_dunning: 'cancel' },
    { ...monthly, name: 'Club Plus', amount: price(9.9), after_dunning: 'cancel' },
    { ...monthly, name: 'Flowers', amount: price(29.9), setup_amount: price(9.9) },
    { name: 'Club, yearly', pricing: 'flat', amount: price(49), interval: 'year' },
    { name: 'Office care', pricing: 'per_unit', amount: price(6.5), interval: 'month', trial_days: 30 },
  ];
};
