import { auditOf } from '#core/audit/audited-fields.ts';
import { storedDiscountView } from './discount.ts';
import { shippingMethodView } from './shipping-method.ts';
import { taxRateView } from './tax-rate.ts';

export const taxRateAuditEntry = auditOf('tax_rate', taxRateView, {
  name: 'shown',
  percent: 'shown',
  country: 'shown',
  region: 'shown',
  postal_prefix: 'shown',
  tax_category: 'shown',
  valid_from: 'shown',
  valid_to: 'shown',
  version: 'shown',
});

export const shippingMethodAuditEntry = auditOf('shipping_method', shippingMethodView, {
  name: 'shown',
  active: 'shown',
  countries: 'shown',
  regions: 'shown',
  currency: 'shown',
  price_by: 'shown',
  weight_unit: 'shown',
  tiers: 'shown',
  free_above: 'shown',
  tax_category: 'shown',
  version: 'shown',
});

export const discountAuditEntry = auditOf('discount', storedDiscountView, {
  name: 'shown',
  code: 'shown',
  active: 'shown',
  kind: 'shown',
  percent: 'shown',
  amount: 'shown',
  price: 'shown',
  currency: 'shown',
  min_total: 'shown',
  min_quantity: 'shown',
  product_ids: 'shown',
  category_ids: 'shown',
  first_order: 'shown',
  valid_from: 'shown',
  valid_to: 'shown',
  max_uses: 'shown',
  max_uses_per_customer: 'shown',
  combinable: 'shown',
  priority: 'shown',
  version: 'shown',
});
