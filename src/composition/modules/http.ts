import { loadBundle } from '#adapters/built-files/dashboard-bundle.ts';
import { loadSite } from '#adapters/built-files/docs-site.ts';
import { makeCodeGuesses } from '#adapters/http/admission/code-guesses.ts';
import { makeInFlight } from '#adapters/http/admission/in-flight.ts';
import { makeSignInThrottle } from '#adapters/http/admission/sign-in-throttle.ts';
import { makeThrottle } from '#adapters/http/admission/throttle.ts';
import { makeReauthenticate } from '#adapters/http/authorization/authenticate.ts';
import { makeWrite } from '#adapters/http/idempotency/run-write.ts';
import { makeCursors } from '#adapters/http/lists/cursor.ts';
import { toProblem } from '#adapters/http/responses/problem.ts';
import { makeApp } from '#adapters/http/server/app.ts';
import { makeConnectionBursts } from '#adapters/http/server/connection-bursts.ts';
import { removalTask } from '#adapters/system/periodic-task.ts';
import { makeOpenOrder } from '#core/orders/order-access.ts';
import { IDEMPOTENCY_RETENTION_DAYS } from '#core/shared/idempotency.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, every, provide } from '../injection.ts';
import { ACCESS, AUDIT } from '../tokens/access.ts';
import { CARTS } from '../tokens/carts.ts';
import { EVENTS } from '../tokens/events.ts';
import { HTTP } from '../tokens/http.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

/** How often a silent event stream sends a comment, so that proxies keep it open. */
const HEARTBEAT_MS = 15_000;

const { clock, systemClock, config, tracing, encryption, isStopping, isInRanges, tokens, orderLinks, log } = SYSTEM;
const { unitOfWork, idempotencyQueries: records, orderQueries, check: checkStorage } = STORAGE;
const {
  rateLimiter,
  lookupLimiter,
  metrics,
  sandboxPages,
  withdrawalPages,
  payPages,
  checkoutPages,
  bursts,
  readImage,
} = HTTP;

/** The API over HTTP. */
export const httpModule = (publicUrl: () => string): readonly Binding[] => [
  constant(HTTP.bursts, makeConnectionBursts()),
  provide(HTTP.cursors, { encryption }, ({ encryption }) => makeCursors(encryption)),
  provide(HTTP.codeGuesses, { rateLimiter, encryption, config }, ({ rateLimiter, encryption: { digest }, config }) =>
    makeCodeGuesses({ rateLimiter, digest, limit: config.discountCodeRateLimit }),
  ),
  provide(HTTP.throttle, { rateLimiter, encryption, config }, ({ rateLimiter, encryption: { digest }, config }) =>
    makeThrottle({ rateLimiter, signInLimit: config.signInRateLimit, digest }),
  ),
  provide(
    HTTP.signInThrottle,
    { throttle: HTTP.throttle, rateLimiter, encryption, config },
    ({ throttle, rateLimiter, encryption: { digest }, config }) =>
      makeSignInThrottle({ throttle, rateLimiter, signInLimit: config.signInRateLimit, digest }),
  ),
  provide(BACKGROUND.workers, { from: records, clock, systemClock }, (deps) => [
    removalTask('old idempotency records', { days: IDEMPOTENCY_RETENTION_DAYS, ...deps }),
  ]),
  provide(
    HTTP.app,
    {
      ...{ cartTokens: CARTS.cartTokens, checkoutTokens: CARTS.checkoutTokens },
      ...{ config, log, tracing, clock, systemClock, encryption, isStopping, isInRanges, tokens, orderLinks },
      ...{
        unitOfWork,
        records,
        orderQueries,
        checkStorage,
        rateLimiter,
        lookupLimiter,
        metrics,
        sandboxPages,
        bursts,
        readImage,
      },
      ...{ keyVerifier: ACCESS.keyVerifier, allowedOrigins: ACCESS.allowedOrigins, recordDenial: AUDIT.recordDenial },
      ...{ onNews: EVENTS.onNews, routeLists: every(HTTP.routes), eventSchemas: every(HTTP.eventSchemas) },
      gauges: every(HTTP.gauges),
      withdrawalPages,
      shop: SHOP.cache,
      payPages,
      checkoutPages,
    },
    ({
      config,
      readImage,
      bursts,
      onNews,
      routeLists,
      eventSchemas,
      gauges,
      checkStorage,
      sandboxPages,
      withdrawalPages,
      shop,
      payPages,
      checkoutPages,
      ...deps
    }) => {
      const { isStopping, metrics, recordDenial, keyVerifier, encryption } = deps;
      for (const each of gauges) metrics.addGauges(each);
      // a worker serves health, metrics and no API
      const isWorker = config.role === 'worker';
      const routes = isWorker ? [] : routeLists.flat();
      const document = async (): Promise<object> => {
        const { openApiDocument } = await import('#adapters/http/openapi/openapi.ts');
        return openApiDocument(routes, eventSchemas, config.apiVersions);
      };
      const inFlight = makeInFlight(config.limits.inFlight, bursts.pause);
      return makeApp({
        ...deps,
        digest: encryption.digest,
        inFlight,
        publicUrl,
        rateLimit: config.rateLimit,
        corsOrigins: config.corsOrigins,
        trustProxy: config.trustProxy,
        routes,
        handler: {
          write: makeWrite(deps),
          toProblem,
          recordDenial,
          versions: config.apiVersions,
          tokenOpeners: {
            order: makeOpenOrder({ ...deps, queries: deps.orderQueries }),
            cart: deps.cartTokens.idOf,
            checkout: deps.checkoutTokens.idOf,
          },
          eventStream: {
            onNews,
            isStopping,
            heartbeatMs: HEARTBEAT_MS,
            clientTimeoutMs: config.limits.clientTimeoutMs,
          },
          reauthenticate: makeReauthenticate(keyVerifier),
          digests: encryption,
          maxBodyBytes: config.maxBodyBytes,
          inFlight,
          timeoutMs: config.requestTimeoutMs,
        },
        service: {
          document,
          docs: isWorker ? undefined : () => loadSite(document),
          dashboard: isWorker ? undefined : { load: loadBundle, readShop: shop.get },
          metrics,
          metricsAccess: { token: config.metricsToken, limiter: deps.lookupLimiter },
          checkStorage,
          isStopping,
          sandboxPages: isWorker ? undefined : sandboxPages,
          withdrawalPages: isWorker ? undefined : withdrawalPages,
          payPages: isWorker ? undefined : payPages,
          checkoutPages: isWorker ? undefined : checkoutPages,
          inFlight,
          readImage: isWorker ? undefined : readImage,
        },
      });
    },
  ),
];
