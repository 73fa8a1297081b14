import type { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { IdempotencyConflict } from '#core/shared/idempotency.ts';
import { Lease, type LeaseRequest } from '#core/shared/lease.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { importEndedBy, importStartedBy } from '../audit-entries.ts';
import { Import, type ImportError } from '../import.ts';
import type { FileRow, ImportDeps, ImportRequest, ImportRow, RowDigest } from '../import-row.ts';
import type { ImportTarget } from '../import-target.ts';
import type { ImportsTx } from '../ports.ts';
import { type Commit, commitRows } from '../steps/commit-rows.ts';
import { IMPORT_TARGETS } from '../steps/import-targets.ts';
import { type RowBatch, rowBatches } from '../steps/row-batches.ts';

type Deps = Readonly<{ unitOfWork: UnitOfWork<ImportsTx>; ids: IdGenerator; emptyDigest: RowDigest }>;

type Claim = Readonly<{
  actor: Actor;
  request: Pick<ImportRequest, 'name' | 'resource' | 'format' | 'onError' | 'file' | 'remembered'>;
  lease: LeaseRequest;
}>;

/**
 * Starts an import, or continues the one of its name. A finished one is returned as it is.
 * @throws IdempotencyConflict `in_progress` while it runs elsewhere, `reused` for another format or resource.
 */
const claimImport = ({ unitOfWork, ids, emptyDigest }: Deps, { actor, request, lease }: Claim): Promise<Import> => {
  const { name, resource, format, onError } = request;
  const [file, remembered] = [request.file(), request.remembered()];
  const id = ids.next('imp');
  return unitOfWork.run(async (tx) => {
    const existing = name === null ? undefined : await tx.imports.find(name);
    if (existing === undefined) {
      const digest = emptyDigest.value();
      const started = Import.start({ id, name, resource, format, onError, file, remembered, lease, digest });
      await tx.imports.add(started);
      await tx.audit.append(importStartedBy(actor, started));
      return started;
    }
    if (existing.format !== format || existing.resource !== resource) throw new IdempotencyConflict('reused');
    if (Import.isFinished(existing)) return existing;
    if (Import.isLeasedToOther(existing, lease)) throw new IdempotencyConflict('in_progress');
    const resumed = Import.resume(existing, { lease, onError });
    await tx.imports.save(resumed);
    await tx.audit.append(importStartedBy(actor, resumed));
    return resumed;
  });
};

type Rows = AsyncIterable<readonly ImportRow[]>;

/** Reads the beginning of a file and returns all of its rows. @throws the error of an invalid header. */
const openRows = async (rows: Rows): Promise<Rows> => {
  const iterator = rows[Symbol.asyncIterator]();
  return all(await iterator.next(), iterator);
};

async function* all(
  first: IteratorResult<readonly ImportRow[]>,
  iterator: AsyncIterator<readonly ImportRow[]>,
): AsyncGenerator<readonly ImportRow[], void> {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

/** `isRepeated`: the import was finished already, and nothing was done. */
type ImportOutcome = Readonly<{ import: Import; isRepeated: boolean }>;

/**
 * Runs an import in batches, each of which is one transaction with the progress. A batch is therefore applied once,
 * whenever the process ends.
 * @throws IdempotencyConflict `in_progress` while the import of this name runs elsewhere, `reused` for another file; the
 * errors of `rows` after the import was marked as interrupted.
 */
export type RunImport = (actor: Actor, request: ImportRequest) => Promise<ImportOutcome>;

/** One run of an import: its state after the last commit, and how far the file was read. */
type Run = {
  readonly actor: Actor;
  readonly owner: string;
  readonly target: ImportTarget;
  current: Import;
  /** The rows that were read, and their digest. */
  rows: number;
  digest: RowDigest;
};

export const makeRunImport =
  (deps: ImportDeps): RunImport =>
  async (actor, request) => {
    const rows = await openRows(request.rows);
    const owner = deps.ids.next('imp');
    const lease = (): LeaseRequest => Lease.request(owner, deps.clock.now());
    const claimed = await claimImport(deps, { actor, request, lease: lease() });
    const target = IMPORT_TARGETS[request.resource];
    const run: Run = { actor, owner, target, current: claimed, rows: 0, digest: deps.emptyDigest };
    if (claimed.status === 'cancelled') return { import: claimed, isRepeated: true };
    try {
      await readAll(deps, run, { ...request, rows });
    } catch (error) {
      await interrupt(deps, run);
      throw error;
    }
    // another process has claimed it
    if (run.current.status === 'running') throw new IdempotencyConflict('in_progress');
    return { import: run.current, isRepeated: Import.isFinished(claimed) };
  };

const readAll = async (deps: ImportDeps, run: Run, request: ImportRequest): Promise<void> => {
  const batches = rowBatches(run.target.prepare(request.rows, deps.sanitizer), deps.timer);
  let next: Promise<IteratorResult<RowBatch, void>> | undefined;
  /** Begins to read the next rows, while the storage still writes these. */
  const readNext = (): void => {
    next ??= batches.next();
    // reported where it is awaited
    next.catch(() => {});
  };
  try {
    for (;;) {
      const { done, value: batch } = await (next ?? batches.next());
      if (done === true) break;
      next = undefined;
      await storeBatch(deps, run, { ...batch, file: request.file, onProcessed: readNext });
      request.onProgress?.(run.current);
      if (!isRunning(run) && !Import.isFinished(run.current)) return;
      if (run.current.status === 'cancelled') return;
      if (isRunning(run) && request.isStopping()) return await interrupt(deps, run);
    }
  } finally {
    void batches.return();
  }
  requireAllCommitted(run);
  if (isRunning(run)) run.current = await end(deps, run, 'completed');
};

const isRunning = ({ current, owner }: Run): boolean => Import.isRunBy(current, owner);

type ReadBatch = RowBatch & Pick<Commit, 'file' | 'onProcessed'>;

const storeBatch = async (deps: ImportDeps, run: Run, { rows, unreadable, ...reading }: ReadBatch): Promise<void> => {
  const rest = skipCommitted(run, rows);
  // the rows of a finished import are only compared
  if (!isRunning(run)) {
    if (rest.length > 0 || unreadable !== null) throw new IdempotencyConflict('reused');
    return;
  }
  const { actor, owner, target, digest } = run;
  run.current = await commitRows(deps, { actor, owner, target, id: run.current.id, rows: rest, digest, ...reading });
  run.digest = digest.after(rest);
  run.rows += rest.length;
  if (unreadable === null || !isRunning(run)) return;
  requireAllCommitted(run);
  run.current = await end(deps, run, 'failed', unreadable);
};

/** The rows after the committed ones. @throws IdempotencyConflict `reused` if the committed ones are not these. */
const skipCommitted = (run: Run, rows: readonly FileRow[]): readonly FileRow[] => {
  const committed = run.current.rows - run.rows;
  if (committed <= 0) return rows;
  const skipped = rows.slice(0, committed);
  run.digest = run.digest.after(skipped);
  run.rows += skipped.length;
  if (run.rows === run.current.rows && run.digest.value() !== run.current.digest)
    throw new IdempotencyConflict('reused');
  return rows.slice(skipped.length);
};

/** @throws IdempotencyConflict `reused` for a file that is shorter than what was committed. */
const requireAllCommitted = (run: Run): void => {
  if (run.rows < run.current.rows) throw new IdempotencyConflict('reused');
};

const end = (
  { unitOfWork, clock }: ImportDeps,
  { actor, owner, current }: Run,
  status: 'completed' | 'failed' | 'interrupted',
  lastError: ImportError | null = null,
): Promise<Import> =>
  unitOfWork.run(async (tx) => {
    const stored = await tx.imports.get(current.id);
    // it was cancelled or claimed meanwhile
    if (!Import.isRunBy(stored, owner)) return stored;
    const ended = Import.end(stored, status, clock.now(), lastError);
    await tx.imports.save(ended);
    await tx.audit.append(importEndedBy(actor, ended));
    return ended;
  });

/** If the storage is not available either, the lease expires. */
const interrupt = async (deps: ImportDeps, run: Run): Promise<void> => {
  if (!isRunning(run)) return;
  run.current = await end(deps, run, 'interrupted').catch(() => run.current);
};
