import type { WeightUnit } from '#core/catalog/product-fields.ts';
import { createdFilters, describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { type ShippingBasis, ShippingMethod } from './shipping-method.ts';
import type { TierFields } from './shipping-tier.ts';

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

/** The filters of the list of shipping methods. */
export const shippingMethodList = describeList<ShippingMethodView>()({
  filters: {
    active: { kind: 'is', field: 'active', description: 'Shipping methods that are active, or are not.' },
    ...idsFilter('Shipping methods', 'shm'),
    ...createdFilters('Shipping methods'),
  },
  ...newestFirst,
});
