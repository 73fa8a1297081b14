import { ContainerModule } from 'inversify';
import { makeApp } from '#adapters/http/app.ts';
import { makeCursors } from '#adapters/http/cursor.ts';
import type { DocsFiles } from '#adapters/http/docs.ts';
import { makeReverify } from '#adapters/http/identify.ts';
import { openApiDocument } from '#adapters/http/openapi.ts';
import { toProblem } from '#adapters/http/problem.ts';
import { makeThrottle } from '#adapters/http/throttle.ts';
import { makeWrite } from '#adapters/http/write.ts';
import { ANSWERS_KEPT_DAYS } from '#core/shared/answers.ts';
import { repeatRemoval } from '../repeat-removal.ts';
import { TOKENS } from '../tokens.ts';

const HEARTBEAT_MS = 15_000;
const PATIENCE_MS = 30_000;

/** The API over HTTP. */
export const httpModule = (docs: DocsFiles): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.cursors)
      .toResolvedValue((sealer) => makeCursors(sealer.digest), [TOKENS.sealer])
      .inSingletonScope();
    bind(TOKENS.throttle)
      .toResolvedValue(
        (rateLimiter, sealer, { signInRateLimit: signInLimit }) =>
          makeThrottle({ rateLimiter, signInLimit, digest: sealer.digest }),
        [TOKENS.rateLimiter, TOKENS.sealer, TOKENS.config],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (answers, clock, log) =>
          repeatRemoval('kept answers', { days: ANSWERS_KEPT_DAYS, from: answers }, { clock, log }),
        [TOKENS.answerQueries, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.app)
      .toResolvedValue(
        (
          config,
          log,
          sealer,
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
              write: makeWrite({ unitOfWork, answers, clock, sealer }),
              toProblem,
              recordRefusal,
              live: { onNews, isStopping, heartbeatMs: HEARTBEAT_MS, patienceMs: PATIENCE_MS },
              reverify: makeReverify(keyVerifier),
              digest: sealer.digest,
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
          TOKENS.sealer,
          TOKENS.clock,
          TOKENS.unitOfWork,
          TOKENS.answerQueries,
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
