import { p } from '@mikro-orm/postgresql';
import type { Address } from '#core/shared/address.ts';
import type { LanguageCode } from '#core/shared/languages.ts';
import type { Shop } from '#core/shop/shop.ts';
import { json, resourceColumns, textArray } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'shop'>(),
  name: p.text(),
  legal_name: p.text().strictNullable(),
  address: json<Address>().strictNullable(),
  tax_id: p.text().strictNullable(),
  email: p.text().strictNullable(),
  logo_url: p.text().strictNullable(),
  time_zone: p.text(),
  invoice_prefix: p.text(),
  credit_note_prefix: p.text(),
  invoice_footer: p.text().strictNullable(),
  payment_terms_days: p.integer(),
  invoice_retention_years: p.integer(),
  withdrawal_notice: p.text().strictNullable(),
  search_languages: textArray().$type<readonly LanguageCode[]>(),
  search_synonyms: json<Shop['searchSynonyms']>(),
});

/** One row. */
export const ShopRow = table('shop', copied.columns);

export type ShopRow = Row<typeof ShopRow>;

export const toShopRow: (shop: Shop) => ShopRow = copied.toColumns;

export const toShop: (row: ShopRow) => Shop = copied.toProperties;
