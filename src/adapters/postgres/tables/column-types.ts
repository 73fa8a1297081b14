import { p, Type } from '@mikro-orm/postgresql';
import type { IdPrefix } from '#core/capabilities.ts';
import type { Id } from '#core/shared/id.ts';

/** Bound by MikroORM as an array literal with every item quoted: its own `array` type loses leading spaces. */
class QuotedTextArray extends Type<readonly string[], string> {
  override convertToDatabaseValue(items: readonly string[]): string {
    // of a nullable column MikroORM passes null, too
    if (items === null) return items;
    return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  }

  override getColumnType(): string {
    return 'text[]';
  }
}

/** An id with its prefix. */
export const id = <P extends IdPrefix>() => p.text().$type<Id<P>>();

/** JSON kept as it was written, with the order of its members. */
export const json = <T>() => p.json<T>().columnType('json');

/** JSON that is searched. */
export const jsonb = <T>() => p.json<T>().columnType('jsonb');

/** Milliseconds in UTC: a `Date`. */
export const timestamp = () => p.datetime(3);

/** An amount in major units, exact: a decimal text such as `12.5000`. */
export const amount = () => p.decimal('string').precision(16).scale(4);

/** A whole number of 64 bits, as decimal text. */
export const bigint = () => p.bigint('string');

/** The columns of a resource. */
export const resourceColumns = <P extends IdPrefix>() => ({
  id: id<P>().primary(),
  version: p.integer(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const textArray = () => p.type(QuotedTextArray);
