import { type Layer, Router } from '@koa/router';
import Koa from 'koa';
import type { AllowedOrigins } from '#core/access/allowed-origins.ts';
import type { KeyVerifier } from '#core/access/key-verifier.ts';
import type { IsInRanges } from '#core/access/ports.ts';
import type { RecordDenial } from '#core/audit/use-cases/record-denial.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Log } from '#core/shared/log.ts';
import type { RateLimit, RateLimiter } from '#core/shared/rate-limiter.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import { CREDENTIAL, type InFlight } from '../admission/in-flight.ts';
import { rateHeaders } from '../admission/throttle.ts';
import { CallRejected, makeAuthenticate } from '../authorization/authenticate.ts';
import { readSessionCookie, serveDashboardSession } from '../dashboard/session-cookie.ts';
import { invalidParameter } from '../request/query-string.ts';
import type { RequestState } from '../request/request-state.ts';
import { nearestPath } from '../request/suggestion.ts';
import { HttpError, shorten } from '../responses/problem.ts';
import type { RouteHandlerDeps } from '../routing/handle-route.ts';
import type { Route } from '../routing/route.ts';
import { makeVersionedHandler } from '../versions/versioned-handler.ts';
import { makeClientAddress, type TrustProxy } from './client-address.ts';
import { clientNetwork } from './client-network.ts';
import { allowOrigins, type CorsOrigins } from './cors.ts';
import type { Metrics } from './metrics.ts';
import { isProbe } from './probes.ts';
import { makeRequestLog } from './request-log.ts';
import { traceRequests } from './request-span.ts';
import { warnOfSecretKey } from './secret-key-warning.ts';
import { isDocument, type ServiceRoutesDeps, serviceRouter } from './service-routes.ts';

export type AppDeps = Readonly<{
  routes: readonly Route[];
  handler: RouteHandlerDeps;
  keyVerifier: KeyVerifier;
  /** A keyed digest: addresses of clients are not stored. */
  digest: (text: string) => string;
  rateLimiter: RateLimiter;
  lookupLimiter: RateLimiter;
  rateLimit: RateLimit | undefined;
  recordDenial: RecordDenial;
  service: Omit<ServiceRoutesDeps, 'publicUrl'>;
  metrics: Metrics;
  /** Undefined: requests are not traced. */
  tracing: Tracing | undefined;
  log: Log;
  /** The origin that clients use. */
  publicUrl: () => string;
  corsOrigins: CorsOrigins;
  /** The origins of publishable keys. */
  allowedOrigins: AllowedOrigins;
  inFlight: InFlight;
  /** Whether to trust the proxy's headers about the client. */
  trustProxy: TrustProxy;
  isInRanges: IsInRanges;
  /** Whether the service is stopping, so that connections close after their response. */
  isStopping: () => boolean;
}>;

type AppContext = Koa.ParameterizedContext<RequestState>;

/** The error that ends a connection whose client does not read. */
const CLIENT_GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/** The HTTP application without Node's own server. */
export const makeApp = (deps: AppDeps): Koa<RequestState> => {
  const app = new Koa<RequestState>();
  const clientAddress = makeClientAddress(deps.trustProxy, deps.isInRanges);
  app.on('error', (error) => {
    if (CLIENT_GONE.has(error.code)) deps.log.info({}, 'response not read by the client');
    else deps.log.error({ err: error }, 'response failed');
  });
  if (deps.tracing !== undefined) app.use(traceRequests(deps.tracing, deps.publicUrl));
  app.use((ctx, next) => {
    ctx.request.ip = clientAddress({
      remote: ctx.req.socket.remoteAddress ?? '',
      forwardedFor: ctx.get('X-Forwarded-For'),
    });
    return next();
  });
  app.use(readSessionCookie(deps.publicUrl));
  app.use(makeRequestLog(deps));
  app.use(allowOrigins(deps));
  app.use(admitRequest(deps));
  app.use(serveDashboardSession(deps.publicUrl));
  app.use(
    besideApi(serviceRouter({ ...deps.service, publicUrl: deps.publicUrl }).routes() as Koa.Middleware<RequestState>),
  );
  app.use(authenticateCaller(deps));
  app.use(requireValidPath);
  app.use(apiRouters(deps));
  app.use(makeRejectUnrouted(deps.routes));
  return app;
};

/** Skips the operations of the API, so that their requests are not matched against the pages. */
const besideApi =
  (middleware: Koa.Middleware<RequestState>): Koa.Middleware<RequestState> =>
  (ctx, next) =>
    ctx.path.startsWith('/api/') && !isDocument(ctx.path) ? next() : middleware(ctx, next);

/** One router per resource, so that a request is matched against few routes. */
const apiRouters = ({ routes, handler }: AppDeps): Koa.Middleware<RequestState> => {
  const byResource = Map.groupBy(routes, ({ path }) => resourceOf(path));
  // a router adds its own members to the context
  const routers = new Map(
    [...byResource].map(([resource, own]) => [
      resource,
      apiRouter(own, handler).routes() as Koa.Middleware<RequestState>,
    ]),
  );
  return (ctx, next) => {
    const router = routers.get(resourceOf(ctx.path));
    return router === undefined ? next() : router(ctx, next);
  };
};

/** `products` in `/api/products/{id}`. */
const resourceOf = (path: string): string => path.split('/', 3)[2] ?? '';

const apiRouter = (routes: readonly Route[], handler: RouteHandlerDeps): Router<RequestState> => {
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  for (const route of routes) {
    const handle = makeVersionedHandler(route, routes, handler);
    router.register(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), [route.method], async (ctx) => {
      ctx.state.route = route.path;
      await handle(ctx);
    });
  }
  return router;
};

/** Counts a request in progress for its address. */
const admitRequest =
  ({ inFlight }: AppDeps): Koa.Middleware<RequestState> =>
  async (ctx, next) => {
    if (isProbe(ctx.path)) return next();
    const address = `address:${clientNetwork(ctx.ip)}`;
    inFlight.admit(ctx, address);
    ctx.state.clients = [address];
    const waiting = inFlight.pace(address);
    if (waiting !== undefined) await waiting;
    return next();
  };

const authenticateCaller = (deps: AppDeps): Koa.Middleware<RequestState> => {
  const { rateLimit: limit, inFlight, metrics } = deps;
  const authenticate = makeAuthenticate({ ...deps, limit });
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/api/')) return next();
    const { authorization, origin } = ctx.req.headers;
    const { requestId, publicUrl } = ctx.state;
    try {
      const call = { authorization, origin, method: ctx.method, address: ctx.ip, requestId };
      ctx.state.caller = await authenticate(call);
    } catch (error) {
      if (error instanceof CallRejected) ctx.set(rateHeaders(error.counted));
      throw error;
    }
    ctx.set(rateHeaders(ctx.state.caller));
    const { actor } = ctx.state.caller;
    warnOfSecretKey(ctx, actor, { origin, publicUrl, metrics });
    const { credentialId } = actor;
    // all visitors share a publishable key
    if (credentialId !== null && !Actor.isVisitor(actor)) {
      const credential = `${CREDENTIAL}${credentialId}`;
      inFlight.admit(ctx, credential);
      ctx.state.clients = [...ctx.state.clients, credential];
    }
    return next();
  };
};

/** After authentication: an invalid key is rejected first. */
const requireValidPath: Koa.Middleware<RequestState> = (ctx, next) => {
  if (ctx.path.includes('%')) {
    try {
      decodeURIComponent(ctx.path);
    } catch {
      throw invalidParameter('path', 'parameter.encoding', 'must be UTF-8 in valid percent-encoding');
    }
  }
  return next();
};

/** The response for unknown paths and methods. */
const makeRejectUnrouted = (routes: readonly Route[]) => {
  const known = [...new Set(routes.map(({ path }) => path))];
  const unknownPath = ({ method, path, state: { publicUrl, redactedPath } }: AppContext): HttpError => {
    const nearest = nearestPath(path, known);
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    const detail = `There is no path for ${method} ${shorten(redactedPath)}.${hint} See ${publicUrl}/docs.`;
    return new HttpError(404, 'not_found', detail);
  };
  return (ctx: AppContext): void => rejectUnrouted(ctx, unknownPath);
};

const rejectUnrouted = (ctx: AppContext, unknownPath: (ctx: AppContext) => HttpError): void => {
  const { matched = [] } = ctx as unknown as { matched?: readonly Layer[] };
  if (matched.length === 0) throw unknownPath(ctx);
  // a path of words alone would also match a route with an id
  const exact = matched.filter(({ path }) => path === ctx.path);
  const layers = exact.length > 0 ? exact : matched;
  const allowed = [...new Set(layers.flatMap(({ methods }) => methods)), 'OPTIONS'].join(', ');
  if (ctx.method === 'OPTIONS') {
    ctx.status = 204;
    ctx.set('Allow', allowed);
    return;
  }
  throw new HttpError(405, 'method_not_allowed', `Allowed here: ${allowed}.`, { headers: { Allow: allowed } });
};
