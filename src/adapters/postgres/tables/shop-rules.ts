import { p } from '@mikro-orm/postgresql';
import type { RuleValues } from '#core/shop/rules.ts';
import { ShopRules } from '#core/shop/shop-rules.ts';
import { json, resourceColumns } from './column-types.ts';
import { type Row, table } from './table.ts';

/** One row. */
export const ShopRulesRow = table('shop_rules', {
  ...resourceColumns<'rules'>(),
  /** Those that were written: a rule that was added since has its default. */
  values: json<Partial<RuleValues>>(),
  has_sales: p.boolean(),
});

export type ShopRulesRow = Row<typeof ShopRulesRow>;

export const toShopRulesRow = (rules: ShopRules): ShopRulesRow => ({
  id: rules.id,
  version: rules.version,
  values: ShopRules.valuesOf(rules),
  has_sales: rules.hasSales,
  created_at: rules.createdAt,
  updated_at: rules.updatedAt,
});

export const toShopRules = (row: ShopRulesRow): ShopRules => ({
  ...ShopRules.initial(row.created_at),
  ...row.values,
  version: row.version,
  hasSales: row.has_sales,
  updatedAt: row.updated_at,
});
