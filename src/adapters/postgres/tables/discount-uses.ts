import { p } from '@mikro-orm/postgresql';
import { id } from './column-types.ts';
import { table } from './table.ts';

/** The orders and subscriptions that use discounts. */
export const DiscountUseRow = table('discount_uses', {
  used_by: id<'ord' | 'sub'>().primary(),
  discount_id: id<'dsc'>().primary(),
  user_id: id<'usr'>().strictNullable(),
  // of the user's account, or of a guest
  email_key: p.text().strictNullable(),
});
