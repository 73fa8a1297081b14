import type { FilterOf, List } from '#core/shared/list.ts';
import type { Tables } from '../schema.ts';
import type { Condition } from './condition.ts';

type Filters<L extends List> = L['filters'];

type FieldsOf<Filter> = Filter extends { field: infer Field }
  ? Field
  : Filter extends { fields: infer Fields }
    ? Fields extends readonly (infer Field)[]
      ? Field
      : Fields[keyof Fields]
    : never;

type ColumnOf<Field> = Field extends `${infer Name}.${infer Member}` ? `${Name}_${Member}` : Field;

/** The columns that the condition of a filter uses, unless `conditions` has one for it. */
type ColumnsOf<Filter> = Filter extends { kind: 'full_text' }
  ? never
  : Filter extends { kind: 'lookup' }
    ? 'several'
    : Filter extends { kind: 'search' }
      ? 'search' | 'search_grams' | 'contact'
      : Filter extends { kind: 'same_email'; field: infer Field extends string }
        ? `${Field}_key`
        : ColumnOf<FieldsOf<Filter>>;

/** The filters that need a condition of their own, because the table lacks their column. */
type FiltersWithoutColumn<L extends List, Table extends keyof Tables> = {
  [Name in keyof Filters<L>]: ColumnsOf<Filters<L>[Name]> extends keyof Tables[Table] ? never : Name;
}[keyof Filters<L>];

type Conditions<L extends List> = {
  [Name in keyof Filters<L>]: (value: NonNullable<FilterOf<L>[Name & keyof FilterOf<L>]>) => Condition;
};

type SortFieldOf<L extends List> = L['sorts'][number] | L['defaultSort']['by'];

type FieldOf<L extends List> = SortFieldOf<L> | (FieldsOf<Filters<L>[keyof Filters<L>]> & string);

type MissingSortColumns<L extends List, Table extends keyof Tables> = Exclude<SortFieldOf<L>, keyof Tables[Table]>;

type Columns<L extends List, Table extends keyof Tables> = Record<
  MissingSortColumns<L, Table>,
  keyof Tables[Table] & string
> &
  Partial<Record<FieldOf<L>, keyof Tables[Table] & string>>;

/** Where a list's rows are, for code that treats all lists alike. */
export type ListTable<L extends List = List> = Readonly<{
  list: L;
  table: keyof Tables;
  columns: Readonly<Partial<Record<string, string>>>;
  conditions: Readonly<Partial<Record<string, (value: never) => Condition>>>;
}>;

type Mapping<L extends List, Table extends keyof Tables> = Readonly<{
  columns: Columns<L, Table>;
  conditions: Pick<Conditions<L>, FiltersWithoutColumn<L, Table>> & Partial<Conditions<L>>;
}>;

/** May be left out where every filter and sort has its column. */
type MappingIfNeeded<L extends List, Table extends keyof Tables> = [
  MissingSortColumns<L, Table> | FiltersWithoutColumn<L, Table>,
] extends [never]
  ? [Partial<Mapping<L, Table>>?]
  : [Mapping<L, Table>];

/**
 * Maps a list to its table. A field's column has its name (`actor.user_id`: `actor_user_id`) unless `columns` names
 * another; `conditions` replace those that follow from the description. A filter whose column is missing needs an
 * entry in `conditions`, and a sort an entry in `columns`; otherwise it does not compile.
 */
export const listTable =
  <Table extends keyof Tables>(table: Table) =>
  <L extends List>(list: L, ...[mapping]: MappingIfNeeded<L, Table>): ListTable<L> => ({
    list,
    table,
    columns: {},
    conditions: {},
    ...mapping,
  });

/** The column of a field. */
export const columnOf = ({ columns }: Pick<ListTable, 'columns'>, field: string): string =>
  columns[field] ?? field.replaceAll('.', '_');
