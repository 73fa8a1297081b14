import type { Row, table } from './table.ts';

type Columns = Readonly<Record<string, object>>;

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

const camelCase = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Values of columns, named as properties are. */
type Properties<Values> = { readonly [Name in keyof Values as CamelCase<Name>]: Values[Name] };

/** A function that copies members under other names. It is compiled, since a loop takes twice as long as a literal. */
const compileCopy = <From, To>(names: readonly (readonly [from: string, to: string])[]): ((source: From) => To) => {
  const members = names.map(([from, to]) => `${to}: source.${from}`);
  return new Function('source', `return { ${members.join()} }`) as (source: From) => To;
};

/**
 * Columns with the values of the properties of the same names, such as `created_at` and `createdAt`, and functions that
 * copy these values. A property of another type, or none, does not compile where a function is called.
 */
export const copiedColumns = <const Copied extends Columns>(columns: Copied) => {
  type Values = Row<ReturnType<typeof table<string, Copied>>>;
  const names = Object.keys(columns).map((column) => [column, camelCase(column)] as const);
  return {
    columns,
    toColumns: compileCopy<Properties<Values>, Values>(names.map(([column, property]) => [property, column])),
    toProperties: compileCopy<Values, Properties<Values>>(names),
  };
};
