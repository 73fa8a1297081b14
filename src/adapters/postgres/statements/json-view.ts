import { type AliasedRawBuilder, type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Json } from '#core/shared/page.ts';
import type { Tables } from '../schema.ts';

type Members<View> = { readonly [Name in keyof View]-?: Expression<View[Name]> };

/** The SQL that builds the JSON of a view. */
export type JsonView<View> = Readonly<{
  /** Joined laterally to the rows that are shown: one row `json`, with the view's members as its columns. */
  lateralRow: AliasedRawBuilder<Readonly<Record<string, unknown>>, 'json'>;
  /** The text of the row `json`. `row_to_json` takes a fifth less time than `json_build_object`. */
  jsonText: RawBuilder<Json<View>>;
  /** What only some rows show besides. */
  extensions: readonly Extension[];
}>;

type Extension = Readonly<{
  condition: RawBuilder<boolean>;
  /** The members as text between commas. */
  members: RawBuilder<string>;
}>;

const ROW_TEXT = sql`row_to_json(json)::text`;

/** Each member of a view and the expression of its value: a missing member or one of another type does not compile. */
export const jsonView =
  <View extends object>() =>
  (members: Members<View>): JsonView<View> => {
    const columns = Object.entries<Expression<unknown>>(members).map(
      ([name, value]) => sql`${value} as ${sql.ref(name)}`,
    );
    const row = sql<Readonly<Record<string, unknown>>>`(select ${sql.join(columns)})`;
    return {
      lateralRow: row.as('json'),
      jsonText: sql`${ROW_TEXT}`,
      extensions: [],
    };
  };

type Optional<View, Base> = { readonly [Name in Exclude<keyof View, keyof Base>]-?: NonNullable<View[Name]> };

/**
 * A view whose rows that fulfil a condition have further members, as text after the others, so that rows without them
 * cost nothing more.
 */
export const extendedView =
  <View extends object>() =>
  <Base extends object>(
    base: JsonView<Base>,
    extension: Readonly<{ condition: RawBuilder<boolean>; members: Members<Optional<View, Base>> }>,
  ): JsonView<View> => {
    const { lateralRow } = jsonView<Optional<View, Base>>()(extension.members);
    const members = sql<string>`(
      select substr(left(${ROW_TEXT}, -1), 2) from (select) one cross join lateral ${lateralRow})`;
    const extensions = [...base.extensions, { condition: extension.condition, members }];
    const conditions = extensions.map(({ condition }) => sql`(${condition})`);
    const added = extensions.map((each) => sql`case when ${each.condition} then concat(',', ${each.members}) end`);
    return {
      lateralRow: base.lateralRow,
      jsonText: sql`case when ${sql.join(conditions, sql` or `)}
        then concat(left(${ROW_TEXT}, -1), ${sql.join(added)}, '}') else ${ROW_TEXT} end`,
      extensions,
    };
  };

type Aliased<Aliases extends Record<string, keyof Tables>> = { [Name in keyof Aliases]: Tables[Aliases[Name]] };

/** Refers to columns of tables by the names that a statement gives to them: `columnsOf<{ t: 'orders' }>()('t.id')`. */
export const columnsOf = <Aliases extends Record<string, keyof Tables>>() =>
  expressionBuilder<Aliased<Aliases>, keyof Aliases & string>().ref;

/** A time as the API writes it: RFC 3339 in UTC with milliseconds. */
export const utcText = <Time extends Date | null>(time: Expression<Time>): RawBuilder<string | Extract<Time, null>> =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** An amount as the API writes it: a number of major units without trailing zeros. */
export const majorUnits = (amount: Expression<string>): RawBuilder<number> => sql`trim_scale(${amount})`;

/** A constant member, such as `object`. */
export const literal = <Value extends string | null>(value: Value): RawBuilder<Value> => sql`${sql.lit(value)}`;
