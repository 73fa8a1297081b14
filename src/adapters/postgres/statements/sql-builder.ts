import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryId,
  type RawBuilder,
  type RootOperationNode,
  sql,
} from 'kysely';
import type { Tables } from '../schema.ts';

/** A value that is bound when the statement runs. */
export class Parameter {
  readonly name: string;
  /** Converts the value for the driver. */
  readonly encode: (value: unknown) => unknown;

  constructor(name: string, encode: (value: unknown) => unknown = (value) => value) {
    this.name = name;
    this.encode = encode;
  }
}

/**
 * Gives each named parameter one placeholder, however often it is used, and writes constants into the text: the text
 * never changes, and the planner sees the constants, which partial indexes need.
 */
class StatementCompiler extends PostgresQueryCompiler {
  #names: string[] = [];

  override compileQuery(node: RootOperationNode, queryId: QueryId) {
    this.#names = [];
    return super.compileQuery(node, queryId);
  }

  protected override appendValue(value: unknown): void {
    if (!(value instanceof Parameter)) {
      this.appendImmediateValue(isJson(value) ? JSON.stringify(value) : value);
      return;
    }
    const index = this.#names.indexOf(value.name);
    if (index >= 0) {
      this.append(`$${index + 1}`);
      return;
    }
    this.#names.push(value.name);
    super.appendValue(value);
  }
}

const isJson = (value: unknown): boolean => typeof value === 'object' && value !== null && !(value instanceof Date);

/** Builds SQL and runs none: statements run on the pool or on a transaction's connection. */
export const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new StatementCompiler(),
  },
});

/**
 * Hides a parameter's value from the planner, for example how long an array is. Otherwise a plan for two items would seem
 * cheaper than the generic plan, and PostgreSQL would plan the prepared statement at each call, which takes longer than
 * running it.
 */
export const hideFromPlanner = <Value>(parameter: RawBuilder<Value>): RawBuilder<Value> => sql`(select ${parameter})`;

/** Compares a column with any of some texts, whose number the planner need not know. */
export const anyOf = <Text extends string>(texts: readonly Text[]): RawBuilder<Text> =>
  sql`any(${hideFromPlanner(sql`${texts}::text[]`)}::text[])`;
