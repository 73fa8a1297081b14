import { p } from '@mikro-orm/postgresql';
import { guestEmailKey } from '#core/carts/cart-contents.ts';
import type { Checkout } from '#core/checkouts/checkout.ts';
import { type StoredContents, toContents, toStoredContents } from './cart-contents.ts';
import { id, json, resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'chk'>(),
  user_id: id<'usr'>().strictNullable(),
  cart_id: id<'cart'>().strictNullable(),
  cart_order_id: id<'ord'>().strictNullable(),
  order_id: id<'ord'>().strictNullable(),
  payment_link_id: id<'plink'>().strictNullable(),
  return_url: p.text().strictNullable(),
  cancelled_at: timestamp().strictNullable(),
  expires_at: timestamp(),
});

export const CheckoutRow = table('checkouts', {
  ...copied.columns,
  email_key: p.text().strictNullable(),
  contents: json<StoredContents>(),
  terms_accepted_at: timestamp().strictNullable(),
  withdrawal_waived_at: timestamp().strictNullable(),
});

export type CheckoutRow = Row<typeof CheckoutRow>;

export const toCheckoutRow = (checkout: Checkout): CheckoutRow => ({
  ...copied.toColumns(checkout),
  email_key: guestEmailKey(checkout),
  contents: toStoredContents(checkout.contents),
  terms_accepted_at: checkout.accepted.terms,
  withdrawal_waived_at: checkout.accepted.withdrawalWaiver,
});

export const toCheckout = (row: CheckoutRow): Checkout => ({
  ...copied.toProperties(row),
  contents: toContents(row.contents),
  accepted: { terms: row.terms_accepted_at, withdrawalWaiver: row.withdrawal_waived_at },
});
