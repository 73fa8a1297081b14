import { importRoutes } from '#adapters/http/imports/routes.ts';
import { makeUndiciImages } from '#adapters/image-source/undici-images.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { emptyRowDigest } from '#adapters/system/row-digest.ts';
import { systemTimer } from '#adapters/system/timer.ts';
import { attemptErrorOf } from '#adapters/webhooks/attempt-error.ts';
import { makeCheckedConnect } from '#adapters/webhooks/checked-connect.ts';
import { makeResolveName } from '#adapters/webhooks/resolve-name.ts';
import { makeUploadImage } from '#core/images/use-cases/upload-image.ts';
import type { ImageFailure } from '#core/imports/image-fetch.ts';
import { makeCancelImport, makeEndAbandonedImports } from '#core/imports/use-cases/end-imports.ts';
import { makeFetchImages } from '#core/imports/use-cases/fetch-images.ts';
import { makeRunImport } from '#core/imports/use-cases/run-import.ts';
import { makeTryImport } from '#core/imports/use-cases/try-import.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, ids, isStopping, sanitizer, config, files, imageDecoder } = SYSTEM;
const { unitOfWork, importQueries: queries } = STORAGE;

/** How often imports whose process has ended are looked for. */
const ABANDONED_IMPORTS_INTERVAL_MS = 10_000;

/** How often images that are due are looked for. */
const IMAGES_INTERVAL_MS = 1_000;
/** The products whose images are fetched at a time. */
const IMAGE_LANES = 4;
const CONNECT_TIMEOUT_MS = 10_000;

/** Connections as webhooks have them. */
const failureOf = (error: Error): ImageFailure => {
  const reason = attemptErrorOf(error);
  switch (reason) {
    case 'timeout':
    case 'certificate_invalid':
    case 'address_forbidden':
    case 'name_not_resolved':
      return reason;
    default:
      return 'connection_failed';
  }
};

/** Imports of products. */
export const importsModule = (publicUrl: () => string): readonly Binding[] => [
  provide(
    HTTP.routes,
    { unitOfWork, queries, cursors: HTTP.cursors, clock, systemClock, ids, isStopping, sanitizer },
    (rest) => {
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
    },
  ),
  provide(BACKGROUND.workers, { unitOfWork, clock, systemClock }, (deps) => [
    { name: 'abandoned imports', intervalMs: ABANDONED_IMPORTS_INTERVAL_MS, run: makeEndAbandonedImports(deps) },
  ]),
  provide(
    BACKGROUND.workers,
    { unitOfWork, clock, systemClock, ids, isStopping, config, files, imageDecoder, sanitizer },
    ({ config, ...deps }) => {
      const allowed = config.webhookTargets;
      const { connect, abort } = makeCheckedConnect({
        allowed,
        resolve: makeResolveName(),
        timeoutMs: CONNECT_TIMEOUT_MS,
      });
      const imageSource = makeUndiciImages({ connect, failureOf });
      const fetchImages = makeFetchImages({ ...deps, imageSource, uploadImage: makeUploadImage(deps), publicUrl });
      const lane = untilEmpty(async () => !deps.isStopping() && (await fetchImages()));
      return [
        {
          name: 'fetching of images',
          intervalMs: IMAGES_INTERVAL_MS,
          run: () => Promise.all(Array.from({ length: IMAGE_LANES }, lane)),
          async beforeStop() {
            abort();
            await imageSource.close();
          },
        },
      ];
    },
  ),
];
