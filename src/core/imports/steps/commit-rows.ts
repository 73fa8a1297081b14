import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { Lease } from '#core/shared/lease.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { importEndedBy } from '../audit-entries.ts';
import { Import, type ImportError, type ImportId, NO_COUNTS } from '../import.ts';
import type { ImportFile } from '../import-file.ts';
import { type FileRow, type ImportDeps, importErrorOf, type RowDigest } from '../import-row.ts';
import type { ImportTarget, StoredRows } from '../import-target.ts';
import type { ImportsTx } from '../ports.ts';

export type Commit = Readonly<{
  actor: Actor;
  owner: string;
  id: ImportId;
  target: ImportTarget;
  rows: readonly FileRow[];
  /** The digest of all rows before these. */
  digest: RowDigest;
  /** How the file is read, as far as it is known now. */
  file: () => ImportFile | null;
  /** Called once the rows are processed, while the storage still writes them. */
  onProcessed: () => void;
}>;

/** How often rows are tried together: the products that others have added meanwhile are changed then. */
const MAX_ATTEMPTS = 3;

/**
 * Stores rows together with the import's progress in one transaction. If concurrent changes keep the rows from being
 * stored together, each half is stored by itself, so that a single row is rejected at most and no good row is lost.
 * @returns the import; it does not run any more if it stopped, was cancelled, or was claimed by another process.
 */
export const commitRows = async (deps: ImportDeps, commit: Commit): Promise<Import> => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    try {
      return await deps.unitOfWork.run(commitWork(deps, commit, storeAll(deps, commit)));
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  return commit.rows.length > 1 ? commitHalves(deps, commit) : commitSingle(deps, commit);
};

type Store = (tx: ImportsTx, current: Import) => Promise<StoredRows>;

const commitWork =
  ({ clock }: ImportDeps, { actor, owner, id, rows, digest, file }: Commit, store: Store): Work<Import, ImportsTx> =>
  async (tx) => {
    const current = await tx.imports.get(id);
    if (!Import.isRunBy(current, owner)) return current;
    const stored = await store(tx, current);
    // without rows, the digest is that of the rows that a repetition has read so far
    const digestOfRows = stored.rows === 0 ? current.digest : digest.after(rows.slice(0, stored.rows)).value();
    const batch = { ...stored, digest: digestOfRows, file: file() };
    const advanced = Import.advance(current, batch, Lease.request(owner, clock.now()));
    await tx.imports.save(advanced);
    if (advanced.status !== 'running') await tx.audit.append(importEndedBy(actor, advanced));
    return advanced;
  };

const storeAll =
  (deps: ImportDeps, { actor, target, rows, onProcessed }: Commit): Store =>
  async (tx, { id: importId, onError }) => {
    const stored = await target.store(tx, { ...deps, actor, importId }, { rows, onError });
    onProcessed();
    return stored;
  };

const commitHalves = async (deps: ImportDeps, commit: Commit): Promise<Import> => {
  const middle = Math.ceil(commit.rows.length / 2);
  const [first, second] = [commit.rows.slice(0, middle), commit.rows.slice(middle)];
  const current = await commitRows(deps, { ...commit, rows: first });
  if (!Import.isRunBy(current, commit.owner)) return current;
  return commitRows(deps, { ...commit, rows: second, digest: commit.digest.after(first) });
};

const commitSingle = async (deps: ImportDeps, commit: Commit): Promise<Import> => {
  const { unitOfWork } = deps;
  try {
    return await unitOfWork.run(commitWork(deps, commit, storeAll(deps, commit)));
  } catch (error) {
    const [row] = commit.rows;
    if (!isConflict(error) || row?.kind !== 'row') throw error;
    const rejected = importErrorOf(row.line, error);
    return unitOfWork.run(
      commitWork(deps, commit, async (_, { onError }) => rejectedRow(rejected, onError === 'stop')),
    );
  }
};

const rejectedRow = (error: ImportError, stops: boolean): StoredRows =>
  stops
    ? { ...NO_COUNTS, rows: 0, errors: [], warnings: [], images: 0, lastError: error }
    : { ...NO_COUNTS, failed: 1, rows: 1, errors: [error], warnings: [], images: 0, lastError: null };

const isConflict = (error: unknown): error is DomainError => error instanceof DomainError && error.kind === 'conflict';
