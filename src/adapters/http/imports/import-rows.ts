import { createHash } from 'node:crypto';
import type { ImportFormat } from '#core/imports/import.ts';
import type { FileReading, ImportFile, RememberedChoices } from '#core/imports/import-file.ts';
import type { ImportResource } from '#core/imports/import-resource.ts';
import type { ImportRequest, ImportRow } from '#core/imports/import-row.ts';
import type { SourceChoices } from '#core/imports/source/columns.ts';

type ReadRows = (chunks: AsyncIterable<Uint8Array>, reading: FileReading) => AsyncIterable<readonly ImportRow[]>;

/** Each is loaded when the first file of its format is imported. */
const READERS = {
  csv: async (): Promise<ReadRows> => (await import('./csv-rows.ts')).csvRows,
  ndjson: async (): Promise<ReadRows> => (await import('./ndjson-rows.ts')).ndjsonRows,
  xml: async (): Promise<ReadRows> => (await import('./xml-rows.ts')).xmlRows,
} as const satisfies Readonly<Record<ImportFormat, unknown>>;

type Reading = Readonly<{
  /** What the rows are; products if omitted. */
  resource?: ImportResource;
  /** What is said of the file. */
  choices?: SourceChoices;
  /** What is remembered of files with a header. */
  findChoices?: (header: string) => Promise<SourceChoices | undefined>;
  /** Whether further files with these columns are read so; false: what is remembered of them is forgotten. */
  remember?: boolean | undefined;
}>;

type ImportRows = Pick<ImportRequest, 'resource' | 'rows' | 'file' | 'remembered'>;

/**
 * Reads the rows of a file as its chunks arrive, with the validation of the API. The rows throw DomainError
 * `validation_failed` for an invalid header.
 */
export const importRows = (
  chunks: AsyncIterable<Uint8Array>,
  format: ImportFormat,
  { resource = 'products', choices = {}, findChoices, remember }: Reading = {},
): ImportRows => {
  let file: ImportFile | null = null;
  let isRemembered = false;
  let remembered: RememberedChoices | null = null;
  const reading: FileReading = {
    resource,
    choices,
    choicesOf: async (names) => {
      const header = createHash('sha256')
        .update(JSON.stringify(resource === 'products' ? names : [resource, names]))
        .digest('base64url');
      const former = remember === false ? undefined : await findChoices?.(header);
      const joined = joinedChoices(former, choices);
      isRemembered = former !== undefined;
      if (remember !== undefined) remembered = { header, choices: remember ? joined : null };
      return joined;
    },
    note: (found) => {
      file = isRemembered ? { ...found, remembered: true } : found;
    },
  };
  return { resource, rows: rowsOf(chunks, format, reading), file: () => file, remembered: () => remembered };
};

/** What is said now comes before what is remembered; another preset gives other fields. */
const joinedChoices = (former: SourceChoices | undefined, choices: SourceChoices): SourceChoices => {
  const isOther = choices.preset !== undefined && choices.preset !== former?.preset;
  if (former === undefined || isOther) return choices;
  const said = Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined));
  const mapping = { ...former.mapping, ...choices.mapping };
  return { ...former, ...said, ...(Object.keys(mapping).length > 0 && { mapping }) };
};

async function* rowsOf(
  chunks: AsyncIterable<Uint8Array>,
  format: ImportFormat,
  reading: FileReading,
): AsyncGenerator<readonly ImportRow[], void> {
  const read = await READERS[format]();
  yield* read(chunks, reading);
}
