import type { CategoryId } from '#core/catalog/category.ts';
import type { ProductId } from '#core/catalog/product-fields.ts';
import { createdFilters, describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { Discount } from './discount.ts';
import { discountCode, MAX_CODE_LENGTH } from './discount-fields.ts';
import { DISCOUNT_KINDS, type DiscountKind } from './discount-value.ts';

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

/** The filters of the list of discounts. */
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
