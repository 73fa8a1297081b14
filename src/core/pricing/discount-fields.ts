import type { CategoryId } from '#core/catalog/category.ts';
import type { ProductId } from '#core/catalog/product-fields.ts';
import { amountAt, currencyOf, errorsOf, isFieldError } from '#core/shared/amount-field.ts';
import type { Currency } from '#core/shared/currency.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import { DiscountValue, type ValueFields } from './discount-value.ts';
import { Validity } from './rule-scope.ts';

/** The longest code of a discount, in characters. */
export const MAX_CODE_LENGTH = 64;

/** A code as it is stored and compared: case makes no difference. */
export const discountCode = (written: string): string => written.normalize('NFC').toUpperCase();

/** A writer's fields in the API's names; omitted ones have their defaults. */
export type DiscountFields = ValueFields &
  Readonly<{
    name: string;
    /** Automatic if omitted. */
    code?: string | null;
    /** True if omitted. */
    active?: boolean | null;
    /** Of the amounts; the store's currency if omitted. */
    currency?: string | null;
    /** Major units. */
    min_total?: number | null;
    min_quantity?: number | null;
    product_ids?: readonly ProductId[] | null;
    category_ids?: readonly CategoryId[] | null;
    first_order?: boolean | null;
    valid_from?: Date | null;
    valid_to?: Date | null;
    max_uses?: number | null;
    max_uses_per_customer?: number | null;
    combinable?: boolean | null;
    /** 0 if omitted. */
    priority?: number | null;
  }>;

/** The values of the fields. @throws DomainError `validation_failed` with every error of the fields. */
export const valuesOf = (fields: DiscountFields, storeCurrency: Currency) => {
  const { code = null, min_total: minimum = null, valid_from: validFrom = null, valid_to: validTo = null } = fields;
  const currency = currencyOf(fields.currency ?? storeCurrency);
  if (isFieldError(currency)) throw invalid([currency]);
  const value = DiscountValue.parse(fields, currency);
  const minTotal = minimum === null ? null : amountAt(['min_total'], minimum, currency);
  const errors = [
    ...DiscountValue.otherKindErrors(fields),
    ...targetErrors(fields),
    ...Validity.errors({ validFrom, validTo }),
  ];
  if (isFieldError(value) || isFieldError(minTotal) || errors.length > 0) {
    throw invalid([...errorsOf([value, minTotal]), ...errors]);
  }
  return {
    name: fields.name,
    code: code === null ? null : discountCode(code),
    isActive: fields.active ?? true,
    value,
    minTotal,
    minQuantity: fields.min_quantity ?? null,
    productIds: fields.product_ids ?? [],
    categoryIds: fields.category_ids ?? [],
    firstOrder: fields.first_order ?? false,
    validFrom,
    validTo,
    maxUses: fields.max_uses ?? null,
    maxUsesPerCustomer: fields.max_uses_per_customer ?? null,
    isCombinable: fields.combinable ?? false,
    priority: fields.priority ?? 0,
  };
};

const targetErrors = ({ kind, product_ids: products, category_ids: categories }: DiscountFields): FieldError[] =>
  kind !== 'fixed_price' || products?.length || categories?.length
    ? []
    : [
        {
          path: ['product_ids'],
          code: 'array.min',
          message: 'must name the products with this price, unless category_ids does',
        },
      ];
