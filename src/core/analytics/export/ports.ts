import type { Dataset, ExportedRow, Source } from './datasets.ts';
import type { ExportFile, ExportState } from './export-state.ts';

/** A file that is being written. Readers see the former file, if any, until it is complete. */
export interface ExportFileWriter {
  append(rows: readonly ExportedRow[]): Promise<void>;
  /**
   * Replaces the former file at once, unless its content is the same.
   * @returns whether the file is new.
   */
  complete(): Promise<boolean>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** The files of the export, which other programs read at any time. One process at a time writes them. */
export interface ExportFiles {
  /** Undefined before the first export, and for a state that cannot be read. */
  readState(): Promise<ExportState | undefined>;
  writeState(state: ExportState): Promise<void>;
  /** Removes what processes have left that ended while they wrote. */
  removeIncomplete(): Promise<void>;
  list(): Promise<readonly ExportFile[]>;
  write(file: ExportFile): Promise<ExportFileWriter>;
  /** Removes a file. @returns whether there was one. */
  remove(file: ExportFile): Promise<boolean>;
  /** Ends what writing has started, such as threads. */
  close(): Promise<void>;
}

/** A place in a sequence of resources that are ordered by a time and their id. */
export type SourcePosition = Readonly<{ at: Date; id: string }>;

export const SourcePosition = {
  /** Before every resource of a time. */
  startOf: (at: Date): SourcePosition => ({ at, id: '' }),
};

/** When a resource was created, and when it last changed. */
export type SourceChange = Readonly<{ id: string; createdAt: Date; updatedAt: Date }>;

/** The part of a dataset that is read: rows of resources that were created after a position and before a time. */
export type RowRange = Readonly<{ after: SourcePosition; before: Date; limit: number }>;

/** `next` is the position of the last resource if there may be more; otherwise null. */
export type RowPage = Readonly<{ rows: readonly ExportedRow[]; next: SourcePosition | null }>;

/** Reads of what is exported, each in one short statement. */
export interface ExportQueries {
  /** The rows of the first `limit` resources in a range, in the order of their creation. */
  rows(dataset: Dataset, range: RowRange): Promise<RowPage>;
  /** The first `limit` resources whose last changes are after a position, in the order of these changes. */
  changes(source: Source, after: SourcePosition, limit: number): Promise<readonly SourceChange[]>;
  /** When the first resource was created at or after a time. */
  nextCreation(source: Source, from: Date): Promise<Date | undefined>;
  /** When a resource last changed. */
  lastChange(source: Source): Promise<Date | undefined>;
}
