import type { Actor } from '#core/shared/actor.ts';
import { Lease } from '#core/shared/lease.ts';
import { Import } from '../import.ts';
import type { ImportDeps, ImportRequest } from '../import-row.ts';
import { rowBatches } from '../steps/row-batches.ts';
import { sanitizedRows } from '../steps/sanitized-rows.ts';
import { fieldsOfRows, storeRows } from '../steps/store-rows.ts';
import { restoreProducts, TriedProducts } from '../steps/tried-products.ts';

/** `emits`: the types of the events, each once. */
type Trial = Readonly<{ import: Import; emits: readonly string[] }>;

/**
 * Runs an import as a dry run. Each batch is rolled back, so that no other client waits for the whole file. A later batch
 * writes the products of earlier ones again that its rows name: it sees those of some ten thousand rows before it.
 * Nothing is stored, the import neither.
 */
export type TryImport = (actor: Actor, request: Omit<ImportRequest, 'name' | 'remembered'>) => Promise<Trial>;

export const makeTryImport =
  (deps: ImportDeps): TryImport =>
  async (actor, { rows, format, file, onError, isStopping, onProgress }) => {
    const id = deps.ids.next('imp');
    const lease = Lease.request(id, deps.clock.now());
    const emits = new Set<string>();
    const earlier = new TriedProducts();
    let digest = deps.emptyDigest;
    let current = Import.start({
      id,
      name: null,
      format,
      onError,
      file: null,
      remembered: null,
      lease,
      digest: digest.value(),
    });
    for await (const batch of rowBatches(sanitizedRows(rows, deps.sanitizer), deps.timer)) {
      const stored = await deps.unitOfWork.dryRun(async (tx) => {
        await restoreProducts(tx, actor, earlier.namedBy(fieldsOfRows(batch.rows)));
        const result = await storeRows(tx, { ...deps, actor, importId: id }, { rows: batch.rows, onError });
        for (const type of tx.events.appendedTypes) emits.add(type);
        return result;
      });
      earlier.add(stored.products);
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
