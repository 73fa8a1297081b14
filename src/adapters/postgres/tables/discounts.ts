import { p } from '@mikro-orm/postgresql';
import { Discount } from '#core/pricing/discount.ts';
import type { DiscountKind, DiscountValue } from '#core/pricing/discount-value.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import { amountOf } from './amount.ts';
import { amount, json, resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'dsc'>(),
  name: p.text(),
  code: p.text().strictNullable(),
  min_quantity: p.integer().strictNullable(),
  product_ids: json<Discount['productIds']>(),
  category_ids: json<Discount['categoryIds']>(),
  first_order: p.boolean(),
  valid_from: timestamp().strictNullable(),
  valid_to: timestamp().strictNullable(),
  max_uses: p.integer().strictNullable(),
  max_uses_per_customer: p.integer().strictNullable(),
  priority: p.integer(),
});

export const DiscountRow = table('discounts', {
  ...copied.columns,
  active: p.boolean(),
  kind: p.text().$type<DiscountKind>(),
  // parts per million
  rate: p.integer().$type<Rate>().strictNullable(),
  amount: amount().strictNullable(),
  price: amount().strictNullable(),
  currency: p.text().$type<Currency>().strictNullable(),
  min_total: amount().strictNullable(),
  // how many uses are left, negative below a lowered limit; null without a limit
  remaining: p.integer().strictNullable(),
  combinable: p.boolean(),
});

export type DiscountRow = Row<typeof DiscountRow>;

/** The row of a new discount. */
export const toDiscountRow = (discount: Discount): DiscountRow => {
  const { active, kind, currency, combinable } = Discount.fieldsOf(discount);
  const { value } = discount;
  return {
    ...copied.toColumns(discount),
    active,
    kind,
    currency,
    combinable,
    rate: value.kind === 'percent' ? value.rate : null,
    amount: value.kind === 'amount' ? value.amount.toDecimal() : null,
    price: value.kind === 'fixed_price' ? value.price.toDecimal() : null,
    min_total: discount.minTotal?.toDecimal() ?? null,
    remaining: discount.maxUses,
  };
};

export const toDiscount = (row: DiscountRow): Discount => ({
  ...copied.toProperties(row),
  isActive: row.active,
  value: toValue(row),
  minTotal: row.min_total === null ? null : moneyOf(row, row.min_total),
  isCombinable: row.combinable,
});

const toValue = (row: DiscountRow): DiscountValue => {
  switch (row.kind) {
    case 'percent':
      return { kind: 'percent', rate: present(row.rate) };
    case 'amount':
      return { kind: 'amount', amount: moneyOf(row, present(row.amount)) };
    case 'fixed_price':
      return { kind: 'fixed_price', price: moneyOf(row, present(row.price)) };
    case 'free_shipping':
      return { kind: 'free_shipping' };
  }
};

const moneyOf = ({ currency }: DiscountRow, major: string) => amountOf(major, present(currency));

const present = <T>(value: T | null): T => {
  if (value === null) throw new TypeError('The row lacks the value of its kind.');
  return value;
};
