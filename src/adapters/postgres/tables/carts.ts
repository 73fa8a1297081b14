import { p } from '@mikro-orm/postgresql';
import { guestEmailKey } from '#core/carts/cart-contents.ts';
import type { CartStatus, SavedCart } from '#core/carts/saved-cart.ts';
import { type StoredContents, toContents, toStoredContents } from './cart-contents.ts';
import { id, json, resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'cart'>(),
  user_id: id<'usr'>().strictNullable(),
  status: p.text().$type<CartStatus>(),
  order_id: id<'ord'>().strictNullable(),
  abandoned_at: timestamp().strictNullable(),
  expires_at: timestamp(),
});

export const CartRow = table('carts', {
  ...copied.columns,
  email_key: p.text().strictNullable(),
  contents: json<StoredContents>(),
});

export type CartRow = Row<typeof CartRow>;

export const toCartRow = (cart: SavedCart): CartRow => ({
  ...copied.toColumns(cart),
  email_key: guestEmailKey(cart),
  contents: toStoredContents(cart.contents),
});

export const toCart = (row: CartRow): SavedCart => ({
  ...copied.toProperties(row),
  contents: toContents(row.contents),
});
