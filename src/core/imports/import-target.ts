// Why: docs/decisions/0068-imports-of-other-resources.md

import type { HtmlSanitizer } from '#core/catalog/safe-html.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock, SystemClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { type ImportCounts, type ImportError, type ImportId, NO_COUNTS, type OnError } from './import.ts';
import { type FileRow, type ImportRow, importErrorOf, type ValidRow } from './import-row.ts';
import type { ImportsTx } from './ports.ts';

export type StoreDeps = Readonly<{
  actor: Actor;
  clock: BusinessClock;
  systemClock: SystemClock;
  ids: IdGenerator;
  importId: ImportId;
}>;

/** What became of some rows: `rows` of them were stored or rejected, and the next one stops the import. */
export type StoredRows = ImportCounts &
  Readonly<{
    rows: number;
    errors: readonly ImportError[];
    warnings: readonly ImportError[];
    /** How many images are to be fetched. */
    images: number;
    lastError: ImportError | null;
  }>;

/** Some rows, and what follows an invalid one. */
export type RowsToStore<Fields = unknown> = Readonly<{ rows: readonly FileRow<Fields>[]; onError: OnError }>;

/** What the rows of a file become. `Raw`: the fields as a reader finds them. */
export interface ImportTarget<Raw = unknown, Fields = Raw> {
  /** Makes rows fit to be stored. */
  prepare(
    rows: AsyncIterable<readonly ImportRow<Raw>[]>,
    sanitizer: HtmlSanitizer,
  ): AsyncIterable<readonly ImportRow<Fields>[]>;
  /** Stores rows in order, each as its own request would. */
  store(tx: ImportsTx, deps: StoreDeps, batch: RowsToStore<Fields>): Promise<StoredRows>;
  /** Begins a dry run, each of whose batches is rolled back. */
  openTrial(): Pick<ImportTarget<Raw, Fields>, 'store'>;
}

/** What became of a row, or why it is rejected. */
export type RowOutcome = 'created' | 'updated' | 'unchanged' | ImportError;

/** What storing a row came to, with further warnings. */
export type RowResult = Readonly<{ outcome: RowOutcome; warnings?: readonly ImportError[] }>;

/** Stores rows in order until one stops the import. */
export const storeInOrder = async <Fields>(
  { rows, onError }: RowsToStore<Fields>,
  store: (row: FileRow<Fields>, index: number) => Promise<RowResult>,
): Promise<Omit<StoredRows, 'images'>> => {
  const counts = { ...NO_COUNTS };
  const errors: ImportError[] = [];
  const warnings: ImportError[] = [];
  let lastError: ImportError | null = null;
  for (const [index, row] of rows.entries()) {
    const { outcome, warnings: more = [] } = await store(row, index);
    if (typeof outcome === 'string') counts[outcome] += 1;
    else if (onError === 'stop') {
      lastError = outcome;
      break;
    } else {
      counts.failed += 1;
      errors.push(outcome);
    }
    warnings.push(...(row.warnings ?? []), ...more);
  }
  const stored = counts.created + counts.updated + counts.unchanged + counts.failed;
  return { ...counts, rows: stored, errors, warnings, lastError };
};

/** Whether an error is about the row alone: any other ends the transaction. */
export const isOfRow = (error: unknown): error is DomainError =>
  error instanceof DomainError && (error.kind === 'invalid' || error.code === 'already_exists');

/** A target whose rows are stored one by one. */
export const rowTarget = <Fields>(
  storeRow: (tx: ImportsTx, deps: StoreDeps, row: ValidRow<Fields>) => Promise<RowResult>,
): ImportTarget<Fields> => {
  const target: ImportTarget<Fields> = {
    prepare: (rows) => rows,
    openTrial: () => target,
    async store(tx, deps, batch) {
      const stored = await storeInOrder(batch, async (row) => {
        if (row.kind === 'invalid') return { outcome: row.error };
        try {
          return await storeRow(tx, deps, row);
        } catch (error) {
          if (!isOfRow(error)) throw error;
          return { outcome: importErrorOf(row.line, error) };
        }
      });
      return { ...stored, images: 0 };
    },
  };
  return target;
};
