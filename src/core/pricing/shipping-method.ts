import type { WeightUnit } from '#core/catalog/product-fields.ts';
import { amountAt, currencyOf, errorsOf, isFieldError } from '#core/shared/amount-field.ts';
import type { Currency } from '#core/shared/currency.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { createdFilters, describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import { Money } from '#core/shared/money.ts';
import { newResource, nextVersion, type Resource, type ResourceView, versionView } from '#core/shared/resource.ts';
import type { Cart } from './cart.ts';
import { type Refusal, refuse } from './quote.ts';
import { nameKey } from './rule-scope.ts';
import { ShippingTier, type TierFields } from './shipping-tier.ts';

export type ShippingMethodId = Id<'shm'>;

/** What the price of shipping depends on. */
export const SHIPPING_BASES = ['total', 'weight'] as const;

export type ShippingBasis = (typeof SHIPPING_BASES)[number];

/** A way to ship an order, and its price. */
export type ShippingMethod = Resource<'shm'> &
  Readonly<{
    name: string;
    isActive: boolean;
    /** ISO 3166-1 alpha-2, in upper case; empty: everywhere. */
    countries: readonly string[];
    /** The `state`s of addresses, compared by `nameKey`; empty: all regions. */
    regions: readonly string[];
    /** Of the orders that it ships, and of its prices. */
    currency: Currency;
    priceBy: ShippingBasis;
    /** Of the tiers by weight, as the API shows them. */
    weightUnit: WeightUnit;
    /** At least one; ascending. An order beyond the last cannot be shipped. */
    tiers: readonly ShippingTier[];
    /** Free for this total of items and more; null: never. */
    freeAbove: Money | null;
    /** Of the shipping itself; null for the standard rate. */
    taxCategory: string | null;
  }>;

/** A writer's fields in the API's names; omitted ones have their defaults. */
export type ShippingMethodFields = Readonly<{
  name: string;
  /** True if omitted. */
  active?: boolean | null;
  countries?: readonly string[] | null;
  regions?: readonly string[] | null;
  /** The store's currency if omitted. */
  currency?: string | null;
  /** `total` if omitted. */
  price_by?: ShippingBasis | null;
  /** `g` if omitted. */
  weight_unit?: WeightUnit | null;
  tiers: readonly TierFields[];
  /** Major units. */
  free_above?: number | null;
  tax_category?: string | null;
}>;

/** How many shipping methods a shop has at most: every process caches those that are active. */
export const MAX_SHIPPING_METHODS = 500;

type Context = Readonly<{ storeCurrency: Currency; at: Date }>;

export const ShippingMethod = {
  /** @throws DomainError `validation_failed` with every error of the fields. */
  create: (id: ShippingMethodId, fields: ShippingMethodFields, { storeCurrency, at }: Context): ShippingMethod => ({
    ...newResource(id, at),
    ...valuesOf(fields, storeCurrency),
  }),

  /** Replaces the fields. @throws as `create` does. */
  change: (method: ShippingMethod, fields: ShippingMethodFields, { storeCurrency, at }: Context): ShippingMethod =>
    nextVersion(method, valuesOf(fields, storeCurrency), at),

  /** The fields as a writer would send them. */
  fieldsOf: (method: ShippingMethod) => ({
    name: method.name,
    active: method.isActive,
    countries: method.countries,
    regions: method.regions,
    currency: method.currency,
    price_by: method.priceBy,
    weight_unit: method.weightUnit,
    tiers: method.tiers.map((tier) => ShippingTier.fieldsOf(tier, method)),
    free_above: method.freeAbove?.toNumber() ?? null,
    tax_category: method.taxCategory,
  }),
};

const valuesOf = (fields: ShippingMethodFields, storeCurrency: Currency): Omit<ShippingMethod, keyof Resource> => {
  const { countries, regions, free_above: freeAboveMajor = null } = fields;
  const currency = currencyOf(fields.currency ?? storeCurrency);
  if (isFieldError(currency)) throw invalid([currency]);
  const units = { currency, priceBy: fields.price_by ?? 'total', weightUnit: fields.weight_unit ?? 'g' };
  const tiers = ShippingTier.parseAll(fields.tiers, units);
  const freeAbove = freeAboveMajor === null ? null : amountAt(['free_above'], freeAboveMajor, currency);
  const errors = errorsOf([...tiers, freeAbove]);
  if (regions?.length && !countries?.length) {
    const message = 'must name the countries of the regions';
    errors.push({ path: ['countries'], code: 'array.min', message });
  }
  if (errors.length > 0) throw invalid(errors);
  return {
    name: fields.name,
    isActive: fields.active ?? true,
    countries: countries ?? [],
    regions: regions ?? [],
    ...units,
    tiers: tiers as ShippingTier[],
    freeAbove: freeAbove as Money | null,
    taxCategory: fields.tax_category ?? null,
  };
};

/**
 * The price of a shipping method for a cart, before discounts, or why the method does not apply.
 * @param total Of the items after discounts.
 */
export const shippingPrice = (method: ShippingMethod, cart: Cart, total: Money): Money | Refusal => {
  const refusal = refusalOf(method, cart);
  if (refusal !== undefined) return refusal;
  const size = method.priceBy === 'total' ? total.minor : milligramsOf(cart);
  const tier = method.tiers.find(({ upTo }) => upTo === null || size <= upTo);
  if (tier === undefined) return tooLarge(method);
  const isFree = method.freeAbove !== null && total.compare(method.freeAbove) >= 0;
  return isFree ? Money.ofMinor(0n, cart.currency) : tier.price;
};

const refusalOf = ({ isActive, currency, countries, regions }: ShippingMethod, cart: Cart): Refusal | undefined => {
  if (!isActive) return refuse('inactive', 'is not active');
  if (currency !== cart.currency) return refuse('currency_mismatch', `ships orders in ${currency} only`);
  if (countries.length === 0) return undefined;
  const { country, state } = cart.shippingAddress ?? { country: null, state: null };
  if (country === null) return refuse('unknown_address', 'needs a shipping address');
  if (!countries.includes(country)) return refuse('country_not_covered', `does not ship to ${country}`);
  const isInRegion = regions.length === 0 || regions.some((region) => nameKey(region) === nameKey(state ?? ''));
  return isInRegion ? undefined : refuse('region_not_covered', `does not ship to ${state ?? 'an unknown state'}`);
};

/** The cart is beyond the last tier. */
const tooLarge = (method: ShippingMethod): Refusal => {
  const last = method.tiers.at(-1);
  const most = last === undefined ? 0 : (ShippingTier.fieldsOf(last, method).up_to ?? 0);
  return method.priceBy === 'total'
    ? refuse('total_too_high', `ships totals of at most ${most} ${method.currency}`)
    : refuse('weight_too_high', `ships at most ${most} ${method.weightUnit}`);
};

const milligramsOf = ({ lines }: Cart): bigint =>
  lines.reduce((sum, { milligrams, quantity }) => sum + milligrams * BigInt(quantity), 0n);

/** A shipping method as the API shows it. */
export type ShippingMethodView = ResourceView<ShippingMethod, 'shipping_method'> &
  Readonly<{
    name: string;
    active: boolean;
    countries: readonly string[];
    regions: readonly string[];
    currency: string;
    price_by: ShippingBasis;
    weight_unit: WeightUnit;
    tiers: readonly TierFields[];
    free_above: number | null;
    tax_category: string | null;
  }>;

export const shippingMethodView = (method: ShippingMethod): ShippingMethodView => ({
  id: method.id,
  object: 'shipping_method',
  ...ShippingMethod.fieldsOf(method),
  ...versionView(method),
});

export const shippingMethodList = describeList<ShippingMethodView>()({
  filters: {
    active: { kind: 'is', field: 'active', description: 'Shipping methods that are active, or are not.' },
    ...idsFilter('Shipping methods', 'shm'),
    ...createdFilters('Shipping methods'),
  },
  ...newestFirst,
});
