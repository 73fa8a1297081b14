// Why: docs/decisions/0003-typed-statements.md

import type { Compilable } from 'kysely';
import { once } from '#core/shared/once.ts';
import type { Statement } from '../connection/statements.ts';
import { Parameter } from './sql-builder.ts';

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
