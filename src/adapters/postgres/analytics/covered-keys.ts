import { sql } from 'kysely';
import type { CoveringDimension } from '#core/analytics/ports.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

type Keys = Readonly<{ keys: readonly string[] }>;

/** Sold products are found one after another, since a parent may have very many items. */
const COVERED_PRODUCTS = prepare<Keys>()<{ key: string }>(($) => ({
  compile: () =>
    sql<{ key: string }>`
      with recursive sold (parent_id, product_id) as (
        select k.key collate "C", (select min(i.product_id) from order_items i where i.parent_id = k.key)
        from unnest(${$('keys')}::text[]) as k (key)
        union all
        select s.parent_id,
          (select min(i.product_id) from order_items i where i.parent_id = s.parent_id and i.product_id > s.product_id)
        from sold s where s.product_id is not null
      )
      select key from unnest(${$('keys')}::text[]) as k (key)
      union select id from products where root_id = any(${$('keys')}::text[])
      union select product_id from sold
        where product_id is not null and not exists (select from products p where p.id = sold.product_id)`.compile(db),
}));

const COVERED_CATEGORIES = prepare<Keys>()<{ key: string }>(($) => ({
  compile: () =>
    sql<{ key: string }>`
      with recursive covered (key) as (
        select key collate "C" from unnest(${$('keys')}::text[]) as k (key)
        union select c.id from categories c join covered on c.parent_id = covered.key where not c.removed
      ) select key from covered`.compile(db),
}));

export const COVERED_KEYS = {
  product: COVERED_PRODUCTS,
  category: COVERED_CATEGORIES,
} as const satisfies Readonly<Record<CoveringDimension, unknown>>;
