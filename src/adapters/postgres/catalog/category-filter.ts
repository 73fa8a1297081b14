import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { labelKey } from '#core/catalog/names.ts';
import { Id } from '#core/shared/id.ts';
import type { Condition } from '../lists/condition.ts';
import type { PageQuery } from '../lists/page-query.ts';
import { hideFromPlanner } from '../statements/sql-builder.ts';

type AnyOf = NonNullable<PageQuery['anyOf']> & Readonly<{ expand: object }>;

type Values = RawBuilder<readonly string[]>;

const having = (column: 'name_key' | 'id', values: Values) => sql`
  select id from categories where ${sql.ref(column)} in (select unnest(${hideFromPlanner(values)})) and not removed`;

const byLabel = (values: Values) => having('name_key', values);

const byId = (values: Values) => having('id', values);

const STARTS: Readonly<Record<string, (values: Values) => RawBuilder<unknown>>> = {
  label: byLabel,
  id: byId,
  // an id is its own key, and no label looks like one
  'label or id': (values) => sql`(${byLabel(values)} union all ${byId(values)})`,
};

/** The products of the categories with some labels or ids, and of those below them. */
export const inCategories = (labelsOrIds: readonly string[]): AnyOf => {
  const ids = labelsOrIds.filter((value) => Id.is('cat', value)).length;
  const key = ids === 0 ? 'label' : ids === labelsOrIds.length ? 'id' : 'label or id';
  const start = STARTS[key] ?? byLabel;
  return {
    column: 'category_id',
    values: labelsOrIds.map(labelKey),
    expand: {
      key,
      sql: (values) => sql`
        with recursive below (id) as (
          ${start(values)} union select child.id from categories child join below on child.parent_id = below.id
        ) select id from below`,
    },
  };
};

/** The same as a condition, for what is not a page in order. */
export const conditionOf = ({
  column,
  values,
  expand,
}: AnyOf & Readonly<{ expand: NonNullable<AnyOf['expand']> }>): Condition => ({
  key: `categories by ${expand.key}`,
  values: { category: values },
  sql: ($) => sql<SqlBool>`${sql.ref(`t.${column}`)} = any(array(${expand.sql(sql`${$('category')}::text[]`)}))`,
});
