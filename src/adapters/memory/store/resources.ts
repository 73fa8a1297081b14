import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { TableChanges } from './memory-table.ts';

type Versioned = Readonly<{ id: string; version: number }>;

/** @throws DomainError `conflict` unless the stored version is the previous one. */
export const requirePrevious = (stored: Pick<Versioned, 'version'> | undefined, next: Versioned): void => {
  if (stored?.version !== next.version - 1) throw conflict(`${next.id} was changed concurrently.`);
};

/**
 * What repositories have in common. Transactions run one at a time, so nothing is locked. `name` is what an error calls a
 * row; `noteChange` records which rows have changed.
 */
export const resourceRepository = <R extends Versioned>(
  rows: TableChanges<R['id'], R>,
  name: string,
  noteChange: (id: R['id']) => void = () => {},
) => ({
  find: async (id: R['id']) => rows.get(id),

  async get(id: R['id']): Promise<R> {
    const found = rows.get(id);
    if (found === undefined) throw notFound(name, id);
    return found;
  },

  async add(added: R): Promise<void> {
    rows.set(added.id, added);
    noteChange(added.id);
  },

  async save(saved: R): Promise<void> {
    requirePrevious(rows.get(saved.id), saved);
    rows.set(saved.id, saved);
    noteChange(saved.id);
  },

  async remove(id: R['id']): Promise<void> {
    if (!rows.delete(id)) throw notFound(name, id);
    noteChange(id);
  },
});
