import type { RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { MAX_PREPARED_VARIANTS } from '../connection/statements.ts';
import type { ParameterValues } from '../lists/condition.ts';
import { type Placeholders, type PreparedStatement, prepare } from './prepare.ts';
import { db } from './sql-builder.ts';

/** Compiled statements by key. */
const compiled = new LRUCache<string, PreparedStatement<ParameterValues, unknown>>({ max: MAX_PREPARED_VARIANTS });

/** Compiles a statement once for each key. */
export const compileOnce = <Row>(
  key: string,
  build: ($: Placeholders<ParameterValues>) => RawBuilder<Row>,
): PreparedStatement<ParameterValues, Row> => {
  // statements of one key have the same text, and so the same row type
  const existing = compiled.get(key) as PreparedStatement<ParameterValues, Row> | undefined;
  if (existing !== undefined) return existing;
  const statement = prepare<ParameterValues>()<Row>(($) => ({ compile: () => build($).compile(db) }));
  compiled.set(key, statement);
  return statement;
};
