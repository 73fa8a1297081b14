import type { Month } from './calendar.ts';
import { DATASETS, type Dataset, type Source } from './datasets.ts';

/** The file with the rows of a dataset that belong to a month. */
export type ExportFile = Readonly<{ dataset: Dataset; month: Month }>;

/** How far the export is. It is stored beside the files, so that files and state are copied and lost together. */
export type ExportState = Readonly<{
  /** The columns of the files, by dataset. */
  columns: ExportedColumns;
  /** Where the months of the files start. */
  timeZone: string;
  /** When the last complete export ended; null before the first. */
  exportedAt: Date | null;
  /** The day of the shop on which it began. */
  exportedOn: string | null;
  /** The time of the last changes that the files contain, or will contain without pending files. */
  changesUntil: Readonly<Partial<Record<Source, Date>>>;
  /** The files that are still to be written. */
  pending: readonly ExportFile[];
}>;

type ExportedColumns = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The columns that this version of the service exports, with their types. */
export const exportedColumns = (): ExportedColumns => {
  const typesOf = (dataset: Dataset): ExportedColumns[string] =>
    Object.fromEntries(
      Object.entries(DATASETS[dataset]).map(([name, { type, nullable }]) => [name, nullable ? `${type}?` : type]),
    );
  return {
    orders: typesOf('orders'),
    order_items: typesOf('order_items'),
    payments: typesOf('payments'),
    refunds: typesOf('refunds'),
  };
};
