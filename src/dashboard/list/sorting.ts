import type { Column } from '../parts/column.tsx';
import type { Sorting } from '../parts/data-table.tsx';
import type { ListState } from './list-state.ts';

type ListSorting = Sorting & Readonly<{ /** Whether the headings have all sorts of the list. */ isComplete: boolean }>;

/** Sorts a list by its headings: a click sorts upwards, another one downwards, a third as the list is by default. */
export const sortingOf = (
  sorts: readonly string[],
  state: ListState,
  columns: readonly Pick<Column<never>, 'name'>[],
): ListSorting => {
  const current = state.valuesOf('sort')[0];
  const headings = new Set(columns.map(({ name }) => name));
  return {
    canSort: (column) => sorts.includes(column),
    orderOf: (column) => (current === column ? 'ascending' : current === `-${column}` ? 'descending' : undefined),
    toggle: (column) => {
      const following = current === column ? `-${column}` : current === `-${column}` ? '' : column;
      state.set('sort', [following]);
    },
    isComplete: sorts.every((sort) => headings.has(sort.replace(/^-/, ''))),
  };
};
