import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Address } from '#core/shared/address.ts';
import type { Shop } from '#core/shop/shop.ts';
import { json, resourceColumns } from './column-types.ts';
import type { Row } from './row.ts';

/** One row. */
export const ShopRow = defineEntity({
  name: 'ShopRow',
  tableName: 'shop',
  properties: {
    ...resourceColumns<'shop'>(),
    name: p.text(),
    legal_name: p.text().strictNullable(),
    address: json<Address>().strictNullable(),
    tax_id: p.text().strictNullable(),
    email: p.text().strictNullable(),
    logo_url: p.text().strictNullable(),
    time_zone: p.text(),
  },
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
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
