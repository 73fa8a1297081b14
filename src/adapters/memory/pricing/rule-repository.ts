import type { RuleRepository } from '#core/pricing/ports.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { Resource } from '#core/shared/resource.ts';
import type { TableChanges } from '../store/memory-table.ts';

type Options = Readonly<{
  /** What an error calls a row. */
  name: string;
  noteChange: (id: string) => void;
}>;

/** Writes the rules of one table, and records which have changed. */
export const ruleRepository = <R extends Resource>(
  rows: TableChanges<R['id'], R>,
  { name, noteChange }: Options,
): RuleRepository<R> => ({
  // transactions run one at a time
  lock: async () => {},

  async get(id) {
    const rule = rows.get(id);
    if (rule === undefined) throw notFound(name, id);
    return rule;
  },

  async add(rule) {
    rows.set(rule.id, rule);
    noteChange(rule.id);
  },

  async save(rule) {
    if (rows.get(rule.id)?.version !== rule.version - 1) throw conflict(`${rule.id} was changed concurrently.`);
    rows.set(rule.id, rule);
    noteChange(rule.id);
  },

  async remove(id) {
    if (!rows.delete(id)) throw notFound(name, id);
    noteChange(id);
  },
});
