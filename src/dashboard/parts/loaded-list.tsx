import type { ComponentChildren } from 'preact';
import type { LoadState } from '../app/use-loaded.ts';
import type { Column } from './column.tsx';
import { DataTable } from './data-table.tsx';
import { LoadedContent } from './loaded-content.tsx';
import { Section } from './parts.tsx';

type Props<T> = Readonly<{
  title: string;
  state: LoadState<Readonly<{ data: readonly T[] }>>;
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  /** What an empty list says. */
  empty: string;
  actions?: ComponentChildren;
  /** What is beside a row. */
  rowActions?: (row: T) => ComponentChildren;
  /** What is said above the list. */
  remark?: ComponentChildren;
}>;

/** A card with the first page of a list that belongs to a resource. */
export const LoadedList = <T,>({ title, state, ...table }: Props<T>) => (
  <Section title={title} actions={table.actions}>
    {table.remark && <div>{table.remark}</div>}
    <LoadedContent state={state}>
      {({ data }) =>
        data.length === 0 ? <p class="muted">{table.empty}</p> : <DataTable label={title} rows={data} {...table} />
      }
    </LoadedContent>
  </Section>
);
