import type { DiscountFields } from '#core/pricing/discount-fields.ts';
import type { ShippingMethodFields } from '#core/pricing/shipping-method.ts';
import type { TaxRateFields } from '#core/pricing/tax-rate.ts';
import { makeCreateRule } from '#core/pricing/use-cases/create-rule.ts';
import { discountKind } from '#core/pricing/use-cases/discount-kind.ts';
import { shippingMethodKind } from '#core/pricing/use-cases/shipping-method-kind.ts';
import { taxRateKind } from '#core/pricing/use-cases/tax-rate-kind.ts';
import { Actor } from '#core/shared/actor.ts';
import { Currency } from '#core/shared/currency.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Storage } from '#core/storage.ts';
import { blackFriday, DAY_MS } from './calendar.ts';
import { MARKETS } from './markets.ts';

export const WELCOME_CODE = 'WELCOME10';
export const SUMMER_CODE = 'SUMMER20';
export const FREE_SHIPPING_CODE = 'SHIPFREE';

type Context = Readonly<{ currency: Currency; ids: IdGenerator; year: Readonly<{ start: Date; end: Date }> }>;

/** Creates tax rates, shipping methods and discounts; of each kind, only if the shop has none. */
export const createRules = async (storage: Storage, context: Context): Promise<void> => {
  const { ids, currency, year } = context;
  const clock = { isBusinessTime: true, now: () => year.start } as const;
  const deps = { clock, ids, storeCurrency: currency };
  const { taxRates, shippingMethods, automaticDiscounts } = await storage.pricingQueries.tables();
  const page = { filter: {}, page: { limit: 1 } } as const;
  const hasDiscounts = (await storage.pricingQueries.listDiscounts(page)).items.length > 0;
  await storage.unitOfWork.run(async (tx) => {
    if (taxRates.length === 0) {
      const create = makeCreateRule(taxRateKind, deps);
      for (const fields of TAX_RATES) await create(Actor.system, fields)(tx);
    }
    if (shippingMethods.length === 0) {
      const create = makeCreateRule(shippingMethodKind, deps);
      for (const fields of shippingMethodsIn(currency)) await create(Actor.system, fields)(tx);
    }
    if (!hasDiscounts && automaticDiscounts.length === 0) {
      const create = makeCreateRule(discountKind, deps);
      for (const fields of discountsIn(currency, year)) await create(Actor.system, fields)(tx);
    }
  });
};

const TAX_RATES: readonly TaxRateFields[] = MARKETS.flatMap(
  ({ country, state, tax: [name, percent], reduced = {} }) => [
    { name, percent, country, region: state },
    ...Object.entries(reduced).map(([category, reducedPercent]) => ({
      name,
      percent: reducedPercent,
      country,
      region: state,
      tax_category: category,
    })),
  ],
);

/** A price as the demo shop has it, in major units; a hundred times as much in a currency without decimals. */
export const inCurrency = (amount: number, currency: Currency): number =>
  Currency.exponent(currency) === 0 ? Math.round(amount * 100) : amount;

const shippingMethodsIn = (currency: Currency): ShippingMethodFields[] => {
  const price = (amount: number): number => inCurrency(amount, currency);
  const near = ['DE', 'AT', 'NL', 'FR', 'IT'];
  const far = [...new Set(MARKETS.map(({ country }) => country))].filter((country) => !near.includes(country));
  return [
    {
      name: 'Standard',
      countries: near,
      tiers: [{ up_to: null, price: price(4.9) }],
      free_above: price(100),
    },
    { name: 'Express', countries: near, tiers: [{ up_to: null, price: price(12.9) }] },
    {
      name: 'International',
      countries: far,
      price_by: 'weight',
      weight_unit: 'kg',
      tiers: [
        { up_to: 2, price: price(14.9) },
        { up_to: 10, price: price(29.9) },
        { up_to: null, price: price(69.9) },
      ],
    },
  ];
};

const discountsIn = (currency: Currency, year: Context['year']): DiscountFields[] => {
  const summer = lastStart(year, (number) => Date.UTC(number, 6, 1));
  const sale = lastStart(year, (number) => Date.UTC(number, 10, blackFriday(number)));
  return [
    { name: 'Welcome', code: WELCOME_CODE, kind: 'percent', percent: 10, first_order: true },
    { name: 'Summer sale', code: SUMMER_CODE, kind: 'percent', percent: 20, ...during(summer, 21) },
    { name: 'Free shipping', code: FREE_SHIPPING_CODE, kind: 'free_shipping', min_total: inCurrency(50, currency) },
    { name: 'Black Friday', kind: 'percent', percent: 15, ...during(sale, 4) },
  ];
};

/** The last time before the end of the past at which something starts that starts once a year. */
const lastStart = ({ end }: Context['year'], startIn: (year: number) => number): Date => {
  const year = end.getUTCFullYear();
  const start = startIn(year);
  return new Date(start < end.getTime() ? start : startIn(year - 1));
};

const during = (start: Date, days: number): Pick<DiscountFields, 'valid_from' | 'valid_to'> => ({
  valid_from: start,
  valid_to: new Date(start.getTime() + days * DAY_MS),
});
