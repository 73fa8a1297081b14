import type { ExportedRow } from './columns.ts';
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
