import type { ResourceAudit } from '#core/audit/audited-fields.ts';
import type { Currency } from '#core/shared/currency.ts';
import { alreadyExists, conflict } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Resource, ResourceView } from '#core/shared/resource.ts';
import { discountAuditEntry, shippingMethodAuditEntry, taxRateAuditEntry } from './audit-entries.ts';
import { Discount, MAX_AUTOMATIC_DISCOUNTS, storedDiscountView } from './discount.ts';
import type { DiscountFields } from './discount-fields.ts';
import type { PricingTx, RuleRepository } from './ports.ts';
import {
  MAX_SHIPPING_METHODS,
  ShippingMethod,
  type ShippingMethodFields,
  shippingMethodView,
} from './shipping-method.ts';
import { MAX_TAX_RATES, TaxRate, type TaxRateFields, taxRateView } from './tax-rate.ts';

/** When and in which currency a rule is written. */
type RuleContext = Readonly<{ storeCurrency: Currency; at: Date }>;

/** What the use cases need to know of tax rates, shipping methods and discounts, the rules of pricing. */
export type RuleKind<R extends Resource, Fields extends object> = Readonly<{
  prefix: R['id'] extends Id<infer P> ? P : never;
  create: (id: R['id'], fields: Fields, context: RuleContext) => R;
  /** Replaces the fields. */
  change: (rule: R, fields: Fields, context: RuleContext) => R;
  /** The fields that a merge patch is applied to. */
  fieldsOf: (rule: R, patch: Partial<Fields>) => Partial<Fields>;
  view: (rule: R) => ResourceView<R, string>;
  auditEntry: ResourceAudit<R>;
  repository: (tx: PricingTx) => RuleRepository<R>;
  /**
   * Checks a rule beside the others, under the lock of their table.
   * @throws DomainError `conflict` or `already_exists`.
   */
  requireFits: (tx: PricingTx, rule: R, before: R | undefined) => Promise<void>;
}>;

/** @throws DomainError `conflict` at the limit. */
const requireSpace = (count: number, limit: number, rules: string): void => {
  if (count >= limit) throw conflict(`The limit of ${limit} ${rules} is reached: delete one that is not needed.`);
};

export const discountKind: RuleKind<Discount, DiscountFields> = {
  prefix: 'dsc',
  create: Discount.create,
  change: Discount.change,
  // the value of another kind is not that of the new one
  fieldsOf: (discount, { kind = discount.value.kind }) => ({
    ...Discount.fieldsOf(discount),
    ...(kind === discount.value.kind ? {} : { percent: null, amount: null, price: null }),
  }),
  view: storedDiscountView,
  auditEntry: discountAuditEntry,
  repository: (tx) => tx.discounts,
  requireFits: async (tx, discount, before) => {
    const isMore = Discount.isAppliedToAll(discount) && (before === undefined || !Discount.isAppliedToAll(before));
    if (isMore) {
      requireSpace(await tx.discounts.countAutomatic(), MAX_AUTOMATIC_DISCOUNTS, 'active discounts without a code');
    }
  },
};

export const shippingMethodKind: RuleKind<ShippingMethod, ShippingMethodFields> = {
  prefix: 'shm',
  create: ShippingMethod.create,
  change: ShippingMethod.change,
  fieldsOf: ShippingMethod.fieldsOf,
  view: shippingMethodView,
  auditEntry: shippingMethodAuditEntry,
  repository: (tx) => tx.shippingMethods,
  requireFits: async (tx, _method, before) => {
    if (before === undefined) {
      requireSpace(await tx.shippingMethods.count(), MAX_SHIPPING_METHODS, 'shipping methods');
    }
  },
};

export const taxRateKind: RuleKind<TaxRate, TaxRateFields> = {
  prefix: 'txr',
  create: (id, fields, { at }) => TaxRate.create(id, fields, at),
  change: (rate, fields, { at }) => TaxRate.change(rate, fields, at),
  fieldsOf: TaxRate.fieldsOf,
  view: taxRateView,
  auditEntry: taxRateAuditEntry,
  repository: (tx) => tx.taxRates,
  requireFits: async (tx, rate, before) => {
    if (before === undefined) requireSpace(await tx.taxRates.count(), MAX_TAX_RATES, 'tax rates');
    const other = await tx.taxRates.findOverlapping(rate);
    if (other === undefined) return;
    const message =
      `must not overlap the tax rate ${other.id} (${other.name}), which has the same country, region, postal_prefix and ` +
      'tax_category: end one before the other begins';
    throw alreadyExists('valid_from', message);
  },
};
