import type { Actor } from '#core/shared/actor.ts';
import { Lease } from '#core/shared/lease.ts';
import { Import } from '../import.ts';
import type { ImportDeps, ImportRequest } from '../import-row.ts';
import { IMPORT_TARGETS } from '../steps/import-targets.ts';
import { rowBatches } from '../steps/row-batches.ts';

/** `emits`: the types of the events, each once. */
type Trial = Readonly<{ import: Import; emits: readonly string[] }>;

/**
 * Runs an import as a dry run. Each batch is rolled back, so that no other client waits for the whole file. A later batch
 * of products sees those of some ten thousand rows before it; one of other resources sees what is stored. Nothing is stored, the import neither.
 */
export type TryImport = (actor: Actor, request: Omit<ImportRequest, 'name' | 'remembered'>) => Promise<Trial>;

export const makeTryImport =
  (deps: ImportDeps): TryImport =>
  async (actor, { rows, resource, format, file, onError, isStopping, onProgress }) => {
    const id = deps.ids.next('imp');
    const lease = Lease.request(id, deps.clock.now());
    const emits = new Set<string>();
    const target = IMPORT_TARGETS[resource];
    const trial = target.openTrial();
    let digest = deps.emptyDigest;
    let current = Import.start({
      id,
      name: null,
      resource,
      format,
      onError,
      file: null,
      remembered: null,
      lease,
      digest: digest.value(),
    });
    for await (const batch of rowBatches(target.prepare(rows, deps.sanitizer), deps.timer)) {
      const stored = await deps.unitOfWork.dryRun(async (tx) => {
        const result = await trial.store(tx, { ...deps, actor, importId: id }, { rows: batch.rows, onError });
        for (const type of tx.events.appendedTypes) emits.add(type);
        return result;
      });
      digest = digest.after(batch.rows);
      current = Import.advance(current, { ...stored, digest: digest.value(), file: file() }, lease);
      onProgress?.(current);
      if (current.status !== 'running') break;
      if (batch.unreadable !== null) {
        current = Import.end(current, 'failed', lease.at, batch.unreadable);
        break;
      }
      if (isStopping()) {
        current = Import.end(current, 'interrupted', lease.at);
        break;
      }
    }
    if (current.status === 'running') current = Import.end(current, 'completed', lease.at);
    return { import: { ...current, version: 1, file: file() }, emits: [...emits] };
  };
