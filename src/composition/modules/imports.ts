import { importRoutes } from '#adapters/http/catalog/import-operations.ts';
import { emptyRowDigest } from '#adapters/system/row-digest.ts';
import { systemTimer } from '#adapters/system/timer.ts';
import { makeCancelImport, makeEndAbandonedImports } from '#core/imports/use-cases/end-imports.ts';
import { makeRunImport } from '#core/imports/use-cases/run-import.ts';
import { makeTryImport } from '#core/imports/use-cases/try-import.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, ids, isStopping } = SYSTEM;
const { unitOfWork, importQueries: queries } = STORAGE;

/** How often imports whose process has ended are looked for. */
const ABANDONED_IMPORTS_INTERVAL_MS = 10_000;

/** Imports of products. */
export const importsModule: readonly Binding[] = [
  provide(HTTP.routes, { unitOfWork, queries, cursors: HTTP.cursors, clock, systemClock, ids, isStopping }, (rest) => {
    const deps = {
      ...rest,
      emptyDigest: emptyRowDigest(),
      timer: systemTimer,
    };
    return importRoutes({
      ...deps,
      runImport: makeRunImport(deps),
      tryImport: makeTryImport(deps),
      cancelImport: makeCancelImport(deps),
    });
  }),
  provide(BACKGROUND.workers, { unitOfWork, clock, systemClock }, (deps) => [
    { name: 'abandoned imports', intervalMs: ABANDONED_IMPORTS_INTERVAL_MS, run: makeEndAbandonedImports(deps) },
  ]),
];
