import { p } from '@mikro-orm/postgresql';
import type { Address } from '#core/shared/address.ts';
import type { Shop } from '#core/shop/shop.ts';
import { json, resourceColumns } from './column-types.ts';
import { type Row, table } from './table.ts';

/** One row. */
export const ShopRow = table('shop', {
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
});

export type ShopRow = Row<typeof ShopRow>;

export const toShopRow = (shop: Shop): ShopRow => ({
  id: shop.id,
  version: shop.version,
  name: shop.name,
  legal_name: shop.legalName,
  address: shop.address,
  tax_id: shop.taxId,
  email: shop.email,
  logo_url: shop.logoUrl,
  time_zone: shop.timeZone,
  invoice_prefix: shop.invoicePrefix,
  credit_note_prefix: shop.creditNotePrefix,
  invoice_footer: shop.invoiceFooter,
  payment_terms_days: shop.paymentTermsDays,
  invoice_retention_years: shop.invoiceRetentionYears,
  created_at: shop.createdAt,
  updated_at: shop.updatedAt,
});

export const toShop = (row: ShopRow): Shop => ({
  id: row.id,
  version: row.version,
  name: row.name,
  legalName: row.legal_name,
  address: row.address,
  taxId: row.tax_id,
  email: row.email,
  logoUrl: row.logo_url,
  timeZone: row.time_zone,
  invoicePrefix: row.invoice_prefix,
  creditNotePrefix: row.credit_note_prefix,
  invoiceFooter: row.invoice_footer,
  paymentTermsDays: row.payment_terms_days,
  invoiceRetentionYears: row.invoice_retention_years,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
