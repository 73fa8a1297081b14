// Why: docs/decisions/0003-typed-statements.md

import type { Compilable, RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { once } from '#core/shared/once.ts';
import { MAX_PREPARED_VARIANTS, type Statement } from '../connection/statements.ts';
import { db, Parameter } from './sql-builder.ts';

/**
 * SQL text that never changes and is compiled once, when it is first needed. Called with its parameters, it gives what a
 * session or the database runs.
 */
export type PreparedStatement<Parameters, Row> = ((parameters: Parameters) => Statement<Row>) &
  Readonly<{ text: string }>;

/**
 * Refers to a parameter by its name. Its type is that of the value, so that Kysely compares it with the column's type.
 * An array or object for a `json` column is referred to by `$.json`.
 */
export type Placeholders<Parameters> = (<Name extends keyof Parameters & string>(name: Name) => Parameters[Name]) &
  Readonly<{ json<Name extends keyof Parameters & string>(name: Name): Parameters[Name] }>;

const toJson = (value: unknown): unknown => (value === null ? null : JSON.stringify(value));

const makePlaceholders = <Parameters>(): Placeholders<Parameters> => {
  // to Kysely a placeholder is the value itself; the compiler recognises it
  const refer = <Name extends keyof Parameters & string>(parameter: Parameter) =>
    parameter as unknown as Parameters[Name];
  return Object.assign(<Name extends keyof Parameters & string>(name: Name) => refer<Name>(new Parameter(name)), {
    json: <Name extends keyof Parameters & string>(name: Name) => refer<Name>(new Parameter(name, toJson)),
  });
};

/** Compiles a statement: `prepare<{ id: string }>()(($) => db.selectFrom('orders').where('id', '=', $('id')))`. */
export const prepare =
  <Parameters extends object = Record<never, never>>() =>
  <Row>(build: ($: Placeholders<Parameters>) => Compilable<Row>): PreparedStatement<Parameters, Row> => {
    const compiled = once(() => {
      const { sql: text, parameters: bound } = build(makePlaceholders<Parameters>()).compile();
      return { text, parameters: bound.filter((parameter) => parameter instanceof Parameter) };
    });
    const bind = (values: Parameters): Statement<Row> => {
      const { text, parameters } = compiled();
      return { text, values: parameters.map(({ name, encode }) => encode(values[name as keyof Parameters])) };
    };
    return Object.defineProperty(bind, 'text', { get: () => compiled().text }) as PreparedStatement<Parameters, Row>;
  };

type Values = Readonly<Record<string, unknown>>;

/** Compiled statements by key. */
const compiled = new LRUCache<string, PreparedStatement<Values, unknown>>({ max: MAX_PREPARED_VARIANTS });

/** Compiles a statement once for each key. */
export const compileOnce = <Row>(
  key: string,
  build: ($: Placeholders<Values>) => RawBuilder<Row>,
): PreparedStatement<Values, Row> => {
  // statements of one key have the same text, and so the same row type
  const existing = compiled.get(key) as PreparedStatement<Values, Row> | undefined;
  if (existing !== undefined) return existing;
  const statement = prepare<Values>()<Row>(($) => ({ compile: () => build($).compile(db) }));
  compiled.set(key, statement);
  return statement;
};
