import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { RuleRepository } from '#core/pricing/ports.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Resource } from '#core/shared/resource.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { deleteRow, insertRow, selectRow, updateRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import type { WrittenRow } from '../tables/table.ts';

type Options<Definition extends EntitySchemaWithMeta> = Readonly<{
  /** The key of an advisory lock: any number that no other program uses. */
  lockKey: number;
  /** Columns that an update computes. */
  computed?: Parameters<typeof updateRow<Definition>>[1];
}>;

/** The statements of a table of rules. */
export const ruleStatements = <Definition extends EntitySchemaWithMeta>(
  definition: Definition,
  { lockKey, computed }: Options<Definition>,
) => ({
  lockTable: prepare()(() => db.selectNoFrom(sql`pg_advisory_xact_lock(${lockKey})`.as('locked'))),
  lock: selectRow(definition, 'for no key update'),
  insert: insertRow(definition),
  update: updateRow(definition, computed),
  remove: deleteRow(definition),
});

type Mapping<R extends Resource, Row> = Readonly<{
  session: TransactionSession;
  /** What an error calls a row. */
  name: string;
  toRow: (rule: R) => Row;
  toRule: (row: Row) => R;
  noteChange: (id: string) => void;
}>;

/** Writes the rules of one table, and records which have changed. */
export const ruleRepository = <R extends Resource, Definition extends EntitySchemaWithMeta>(
  statements: ReturnType<typeof ruleStatements<Definition>>,
  { session, name, toRow, toRule, noteChange }: Mapping<R, WrittenRow<Definition>>,
): RuleRepository<R> => ({
  lock: async () => session.send(statements.lockTable({})),

  async get(id) {
    const [row] = await session.query(statements.lock({ id }));
    if (row === undefined) throw notFound(name, id);
    return toRule(row);
  },

  async add(rule) {
    session.send(statements.insert(toRow(rule)));
    noteChange(rule.id);
  },

  async save(rule) {
    session.send(statements.update({ ...toRow(rule), id: rule.id, version: rule.version }));
    noteChange(rule.id);
  },

  async remove(id) {
    const removed = await session.query(statements.remove({ id }));
    if (removed.length === 0) throw notFound(name, id);
    noteChange(id);
  },
});
