import { p } from '@mikro-orm/postgresql';
import { id } from './column-types.ts';
import { table } from './table.ts';

/** The orders and subscriptions that use discounts. */
export const DiscountUseRow = table('discount_uses', {
  used_by: id<'ord' | 'sub'>().primary(),
  discount_id: id<'dsc'>().primary(),
  // a user's id, or the key of a guest's e-mail
  customer_key: p.text().strictNullable(),
});

/** How often customers use discounts that limit it: what the rows of `discount_uses` add up to. */
export const DiscountCustomerRow = table('discount_customers', {
  discount_id: id<'dsc'>().primary(),
  customer_key: p.text().primary(),
  uses: p.integer(),
});
