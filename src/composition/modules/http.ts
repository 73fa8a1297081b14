import { ContainerModule } from 'inversify';
import { makeWrite } from '#adapters/http/idempotency/run-write.ts';
import { makeCursors } from '#adapters/http/lists/cursor.ts';
import { openApiDocument } from '#adapters/http/openapi/openapi.ts';
import { makeReauthenticate } from '#adapters/http/pipeline/authenticate.ts';
import { toProblem } from '#adapters/http/pipeline/problem.ts';
import { makeThrottle } from '#adapters/http/pipeline/throttle.ts';
import { makeApp } from '#adapters/http/server/app.ts';
import type { DocsFiles } from '#adapters/http/server/docs.ts';
import { IDEMPOTENCY_RETENTION_DAYS } from '#core/shared/idempotency.ts';
import { periodicRemoval } from '../periodic-removal.ts';
import { TOKENS } from '../tokens.ts';

const HEARTBEAT_MS = 15_000;
const STOP_TIMEOUT_MS = 30_000;

/** The API over HTTP. */
export const httpModule = (docs: DocsFiles): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.cursors)
      .toResolvedValue((encryption) => makeCursors(encryption.digest), [TOKENS.encryption])
      .inSingletonScope();
    bind(TOKENS.throttle)
      .toResolvedValue(
        (rateLimiter, encryption, { signInRateLimit: signInLimit }) =>
          makeThrottle({ rateLimiter, signInLimit, digest: encryption.digest }),
        [TOKENS.rateLimiter, TOKENS.encryption, TOKENS.config],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (answers, clock, log) =>
          periodicRemoval('kept answers', { days: IDEMPOTENCY_RETENTION_DAYS, from: answers }, { clock, log }),
        [TOKENS.idempotencyQueries, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.app)
      .toResolvedValue(
        (
          config,
          log,
          encryption,
          clock,
          unitOfWork,
          answers,
          storage,
          keyVerifier,
          rateLimiter,
          recordRefusal,
          routeLists,
          isStopping,
          metrics,
          sandboxPages,
          onNews,
        ) => {
          const isWorker = config.role === 'worker';
          const routes = isWorker ? [] : routeLists.flat();
          const document = JSON.stringify(openApiDocument(routes));
          return makeApp({
            routes,
            endpoint: {
              write: makeWrite({ unitOfWork, answers, clock, encryption }),
              toProblem,
              recordRefusal,
              live: { onNews, isStopping, heartbeatMs: HEARTBEAT_MS, patienceMs: STOP_TIMEOUT_MS },
              reauthenticate: makeReauthenticate(keyVerifier),
              digest: encryption.digest,
              maxBodyBytes: config.maxBodyBytes,
              timeoutMs: config.requestTimeoutMs,
            },
            keyVerifier,
            rateLimiter,
            rateLimit: config.rateLimit,
            recordRefusal,
            service: {
              document,
              docs: isWorker ? {} : docs,
              metrics,
              checkStorage: () => storage.check(),
              isStopping,
              sandboxPages: isWorker ? undefined : sandboxPages,
            },
            metrics,
            log,
            corsOrigins: config.corsOrigins,
            trustProxy: config.trustProxy,
            isStopping,
          });
        },
        [
          TOKENS.config,
          TOKENS.log,
          TOKENS.encryption,
          TOKENS.clock,
          TOKENS.unitOfWork,
          TOKENS.idempotencyQueries,
          TOKENS.storage,
          TOKENS.keyVerifier,
          TOKENS.rateLimiter,
          TOKENS.recordRefusal,
          { isMultiple: true, serviceIdentifier: TOKENS.routes },
          TOKENS.isStopping,
          TOKENS.metrics,
          TOKENS.sandboxPages,
          TOKENS.onNews,
        ],
      )
      .inSingletonScope();
  });
