import type { CategoryId } from '#core/catalog/category.ts';
import type { ProductId } from '#core/catalog/product-fields.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Id } from '#core/shared/id.ts';
import { createdFilters, describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import type { Money } from '#core/shared/money.ts';
import { newResource, nextVersion, type Resource, type ResourceView, versionView } from '#core/shared/resource.ts';
import { type DiscountFields, discountCode, MAX_CODE_LENGTH, valuesOf } from './discount-fields.ts';
import { DISCOUNT_KINDS, type DiscountKind, DiscountValue } from './discount-value.ts';

export type DiscountId = Id<'dsc'>;

/** A reduction of an order, by a code that the buyer sends or automatically. All conditions have to be fulfilled. */
export type Discount = Resource<'dsc'> &
  Readonly<{
    name: string;
    /** In upper case, unique; null: automatic. */
    code: string | null;
    isActive: boolean;
    value: DiscountValue;
    /** The least total of the items that it is for. */
    minTotal: Money | null;
    /** The least quantity of the items that it is for. */
    minQuantity: number | null;
    /** With `categoryIds`, the items that it is for: those of one of either; both empty: all items. */
    productIds: readonly ProductId[];
    /** With their descendants. */
    categoryIds: readonly CategoryId[];
    /** Only for the first order of a buyer. */
    firstOrder: boolean;
    /** Inclusive. */
    validFrom: Date | null;
    /** Exclusive. */
    validTo: Date | null;
    maxUses: number | null;
    maxUsesPerCustomer: number | null;
    /** Whether it may apply together with others that are combinable. */
    isCombinable: boolean;
    /** Of discounts that apply together, the greatest comes first. */
    priority: number;
  }>;

/** How many active automatic discounts a shop has at most: every order is checked against each. */
export const MAX_AUTOMATIC_DISCOUNTS = 200;

type Context = Readonly<{ storeCurrency: Currency; at: Date }>;

export const Discount = {
  /** @throws DomainError `validation_failed` with every error of the fields. */
  create: (id: DiscountId, fields: DiscountFields, { storeCurrency, at }: Context): Discount => ({
    ...newResource(id, at),
    ...valuesOf(fields, storeCurrency),
  }),

  /** Replaces the fields. @throws as `create` does. */
  change: (discount: Discount, fields: DiscountFields, { storeCurrency, at }: Context): Discount =>
    nextVersion(discount, valuesOf(fields, storeCurrency), at),

  /** The fields as a writer would send them. */
  fieldsOf: (discount: Discount) => ({
    name: discount.name,
    code: discount.code,
    active: discount.isActive,
    ...DiscountValue.fieldsOf(discount.value),
    // without an amount there is none
    currency: DiscountValue.currencyOf(discount.value) ?? discount.minTotal?.currency ?? null,
    min_total: discount.minTotal?.toNumber() ?? null,
    min_quantity: discount.minQuantity,
    product_ids: discount.productIds,
    category_ids: discount.categoryIds,
    first_order: discount.firstOrder,
    valid_from: discount.validFrom,
    valid_to: discount.validTo,
    max_uses: discount.maxUses,
    max_uses_per_customer: discount.maxUsesPerCustomer,
    combinable: discount.isCombinable,
    priority: discount.priority,
  }),

  /** Whether every order is checked against it. */
  isAppliedToAll: ({ code, isActive }: Pick<Discount, 'code' | 'isActive'>): boolean => isActive && code === null,
};

/** A discount as its audit entries show it. */
export type StoredDiscountView = ResourceView<Discount, 'discount'> &
  Readonly<{
    name: string;
    code: string | null;
    active: boolean;
    kind: DiscountKind;
    percent: number | null;
    amount: number | null;
    price: number | null;
    currency: string | null;
    min_total: number | null;
    min_quantity: number | null;
    product_ids: readonly ProductId[];
    category_ids: readonly CategoryId[];
    first_order: boolean;
    valid_from: string | null;
    valid_to: string | null;
    max_uses: number | null;
    max_uses_per_customer: number | null;
    combinable: boolean;
    priority: number;
  }>;

/** A discount as the API shows it, with the number of orders that have used it. */
export type DiscountView = StoredDiscountView & Readonly<{ uses: number }>;

export const storedDiscountView = (discount: Discount): StoredDiscountView => ({
  id: discount.id,
  object: 'discount',
  ...Discount.fieldsOf(discount),
  valid_from: discount.validFrom?.toISOString() ?? null,
  valid_to: discount.validTo?.toISOString() ?? null,
  ...versionView(discount),
});

export const discountView = (discount: Discount, uses: number): DiscountView => ({
  ...storedDiscountView(discount),
  uses,
});

export const discountList = describeList<DiscountView>()({
  filters: {
    code: {
      kind: 'any_of',
      field: 'code',
      format: { type: 'label', maxLength: MAX_CODE_LENGTH },
      maxItems: 20,
      expand: (code) => [discountCode(code)],
      description: 'Discounts with one of these codes. Case makes no difference.',
      example: 'SUMMER',
    },
    kind: {
      kind: 'equals',
      field: 'kind',
      format: { type: 'choice', values: DISCOUNT_KINDS },
      description: 'Discounts of this kind.',
    },
    active: { kind: 'is', field: 'active', description: 'Discounts that are active, or are not.' },
    ...idsFilter('Discounts', 'dsc'),
    ...createdFilters('Discounts'),
  },
  ...newestFirst,
});
