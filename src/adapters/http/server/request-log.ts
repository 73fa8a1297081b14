import { randomUUID } from 'node:crypto';
import type Koa from 'koa';
import { Actor } from '#core/shared/actor.ts';
import { hasCardNumber } from '#core/shared/card-number.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { ID_SUFFIX } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import { Overloaded } from '../admission/overload.ts';
import type { RequestState } from '../request/request-state.ts';
import { HttpError, PROBLEM_TYPE, toProblem } from '../responses/problem.ts';
import { API_VERSION } from '../versions/api-versions.ts';
import type { Metrics } from './metrics.ts';

/** A word, a version or an id; other segments may be API keys or e-mails that the client sent by mistake. */
const HARMLESS = new RegExp(`^(?:[A-Za-z_.-]{0,40}|v\\d{1,2}|[a-z]{2,5}_${ID_SUFFIX})$`);

/** A path for the log, without segments that are neither words nor ids. */
const redactPath = (path: string): string =>
  path
    .slice(0, 500)
    .split('/')
    .map((segment) => (HARMLESS.test(segment) ? segment : '*'))
    .join('/');

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

const BASE_HEADERS: Readonly<Record<string, string>> = {
  'API-Version': API_VERSION,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Browsers do not try http for a year. Other names below the host may belong to other services. */
const HTTPS_HEADERS = { ...BASE_HEADERS, 'Strict-Transport-Security': 'max-age=31536000' };

/** Headers of every response of a service with this address. */
export const baseHeaders = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https:') ? HTTPS_HEADERS : BASE_HEADERS;

type Deps = Readonly<{
  log: Log;
  metrics: Metrics;
  tracing: Tracing | undefined;
  isStopping: () => boolean;
  publicUrl: () => string;
}>;

/** Assigns a request id, turns errors into problems, and logs and counts the response. */
export const makeRequestLog =
  ({ log, metrics, tracing, isStopping, publicUrl }: Deps): Koa.Middleware<RequestState> =>
  async (ctx, next) => {
    const started = process.hrtime.bigint();
    const clientRequestId = ctx.get('X-Request-Id');
    ctx.state = {
      // it is written to the log and the audit log
      requestId: REQUEST_ID.test(clientRequestId) && !hasCardNumber(clientRequestId) ? clientRequestId : randomUUID(),
      redactedPath: redactPath(ctx.path),
      publicUrl: publicUrl(),
      caller: { actor: Actor.anonymous, limit: undefined, rate: undefined },
      clients: [],
      route: '',
    };
    const { req, res } = ctx;
    // Koa's `set` checks what Node checks again, and every request pays for it
    for (const [name, value] of Object.entries(baseHeaders(ctx.state.publicUrl))) res.setHeader(name, value);
    res.setHeader('X-Request-Id', ctx.state.requestId);
    res.setHeader(
      'Cache-Control',
      req.headers.authorization === undefined && req.method !== 'POST' ? 'no-cache' : 'no-store',
    );
    res.setHeader('Vary', 'Authorization, Cookie, Origin');
    try {
      await next();
    } catch (error) {
      sendProblem(ctx, error, log);
    }
    if (isStopping()) ctx.set('Connection', 'close');
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    metrics.observe({ method: ctx.method, route: ctx.state.route, status: ctx.status, seconds });
    const entry = entryOf(ctx, seconds);
    log.info(tracing === undefined ? entry : { ...entry, trace_id: tracing.traceId() }, 'request');
  };

const sendProblem = (ctx: Koa.ParameterizedContext<RequestState>, error: unknown, log: Log): void => {
  const problem = toProblem(error, ctx.state);
  if (error instanceof Overloaded) log.debug({ request_id: ctx.state.requestId }, error.message);
  else if (isShedding(error)) log.warn({ request_id: ctx.state.requestId }, error.message);
  else if (problem.status >= 500) log.error({ err: error, request_id: ctx.state.requestId }, 'request failed');
  ctx.status = problem.status;
  ctx.set(problem.headers);
  ctx.set('Content-Type', PROBLEM_TYPE);
  ctx.body = JSON.stringify(problem.body);
};

/** Whether the error is an overload, a timeout, the end of the process or an outage of a gateway: no stack tells more. */
const isShedding = (error: unknown): error is Error =>
  (error instanceof HttpError && error.status === 503) ||
  (error instanceof DomainError &&
    (error.kind === 'bad_gateway' || (error.kind === 'unavailable' && error.cause === undefined)));

const entryOf = ({ state, method, status, ip }: Koa.ParameterizedContext<RequestState>, seconds: number): object => ({
  request_id: state.requestId,
  method,
  path: state.redactedPath,
  status,
  ms: Math.round(seconds * 1e5) / 100,
  caller: state.caller.actor.credentialId,
  ip,
});
