import type { ImportResource } from './import-resource.ts';
import type { SourceChoices, SourceColumn } from './source/columns.ts';
import type { PresetName } from './source/preset-names.ts';

/** How a file was read. */
export type ImportFile = Readonly<{
  /** Null for a file with the columns of an export. */
  preset: PresetName | null;
  /** The field that each column gives; null for one that is left out. */
  columns: readonly SourceColumn[];
  encoding: string;
  /** Between cells; null if there are none. */
  separator: string | null;
  /** Whether it was read as an earlier import has told. */
  remembered?: true;
}>;

/** What an import tells of further files with the same columns: how they are read, or null that it is forgotten. */
export type RememberedChoices = Readonly<{
  /** A digest of the names of the columns. */
  header: string;
  choices: SourceChoices | null;
}>;

/** What was chosen for a file, and where it is noted how it is read. */
export type FileReading = Readonly<{
  /** What its rows are. */
  resource: ImportResource;
  choices: SourceChoices;
  /** With what is remembered of files with these columns. */
  choicesOf: (header: readonly string[]) => Promise<SourceChoices>;
  note: (file: ImportFile) => void;
}>;
