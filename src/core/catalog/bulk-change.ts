import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import { Money, roundedQuotient } from '#core/shared/money.ts';
import type { Product } from './product.ts';
import type { ProductStatus } from './product-fields.ts';
import type { WithdrawalExemption } from './withdrawal-exemption.ts';

/** What a bulk update changes of each product; `price` and `price_percent` exclude each other. */
export type BulkChanges = Readonly<{
  /** In major units. */
  price?: number;
  /** What is added to the price, in percent, with at most 2 decimals: -10 makes 90 of 100. */
  price_percent?: number;
  status?: ProductStatus;
  withdrawal_exemption?: WithdrawalExemption | null;
}>;

/** What a bulk update did. Each matching product and variant is either updated or unchanged. */
export type BulkUpdate = Readonly<{
  object: 'bulk_update';
  /** The products that match. */
  matched: number;
  /** Their variants, if the price changes. */
  variants: number;
  updated: number;
  unchanged: number;
}>;

/** How many products and variants a bulk update changes at most: it is one transaction. */
export const MAX_BULK_PRODUCTS = 1_000;

export const MAX_PERCENT = 1_000;

/** A hundredth of a percent. */
const WHOLE = 10_000n;

/** @throws DomainError `validation_failed` */
export const requireConsistent = ({ price, price_percent: percent }: BulkChanges): void => {
  if (price !== undefined && percent !== undefined)
    throw invalid([changeError('price_percent', 'any.conflict', 'must be omitted where price is given')]);
};

/** Whether the price changes, and with it that of variants. */
export const changesPrice = ({ price, price_percent: percent }: BulkChanges): boolean =>
  price !== undefined || percent !== undefined;

/** What variants get of the changes: the price alone. */
export const pricesOf = ({ price, price_percent: percent }: BulkChanges): BulkChanges => ({
  ...(price !== undefined && { price }),
  ...(percent !== undefined && { price_percent: percent }),
});

/** The price of a product after the changes, in major units. */
export const changedPrice = (
  { price }: Pick<Product, 'price'>,
  { price: fixed, price_percent: percent }: BulkChanges,
): number => {
  if (fixed !== undefined) return fixed;
  return percent === undefined ? price.toNumber() : withPercent(price, percent).toNumber();
};

/** Half a minor unit is rounded up. */
const withPercent = ({ minor, currency }: Money, percent: number): Money => {
  const factor = WHOLE + BigInt(Math.round(percent * 100));
  return Money.ofMinor(roundedQuotient(minor * factor, WHOLE), currency);
};

export const changeError = (field: string, code: string, message: string): FieldError => ({
  path: ['changes', field],
  code,
  message,
});
