import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { Import, ImportFormat, ImportName, OnError } from '../import.ts';
import type { ImportRow, RowDigest } from '../import-row.ts';
import type { ImportsTx, Timer } from '../ports.ts';

/** What to import. The rows are read at the pace at which they are stored. */
export type ImportRequest = Readonly<{
  rows: AsyncIterable<readonly ImportRow[]>;
  format: ImportFormat;
  onError: OnError;
  /** An import of the same name continues after its last committed row. */
  name: ImportName | null;
  /** Whether to end early, after the batch in progress. */
  isStopping: () => boolean;
  /** Called after each batch. */
  onProgress?: (current: Import) => void;
}>;

export type ImportDeps = Readonly<{
  unitOfWork: UnitOfWork<ImportsTx>;
  clock: BusinessClock;
  ids: IdGenerator;
  /** The digest of no rows. */
  emptyDigest: RowDigest;
  timer: Timer;
}>;
