import type Koa from 'koa';
import type { SpanAttributes, Tracing } from '#core/shared/tracing.ts';
import type { RequestState } from '../request/request-state.ts';
import { isProbe } from './probes.ts';

/** The methods that OpenTelemetry knows; another one may be any text. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']);

/** The id of a user. */
const PERSON = /\busr_\w+/g;

/** Runs each request but those of health checks and metrics in a span, which continues the trace of its caller. */
export const traceRequests = (tracing: Tracing, publicUrl: () => string): Koa.Middleware<RequestState> => {
  let server: SpanAttributes | undefined;
  return (ctx, next) => {
    if (isProbe(ctx.path)) return next();
    // the service knows its address once it listens
    server ??= serverOf(publicUrl());
    const [method, name] = METHODS.has(ctx.method) ? [ctx.method, ctx.method] : ['_OTHER', 'HTTP'];
    const parent = { traceparent: ctx.get('traceparent'), tracestate: ctx.get('tracestate') };
    const attributes = { ...server, 'http.request.method': method };
    return tracing.begin({ name, kind: 'server', parent, attributes }, async (span) => {
      await next();
      const { status, state } = ctx;
      if (state.route !== '') span.rename(`${name} ${state.route}`);
      span.set({
        'http.response.status_code': status,
        // without what may be secret or about a person
        'url.path': state.redactedPath.replaceAll(PERSON, '*'),
        'commerce.caller.kind': state.caller.actor.kind,
        ...(state.route === '' ? {} : { 'http.route': state.route }),
      });
      if (status >= 500) span.fail(String(status));
    });
  };
};

/** By the origin that clients use. */
const serverOf = (publicUrl: string): SpanAttributes => {
  const { protocol, hostname, port } = new URL(publicUrl);
  return {
    'url.scheme': protocol.replace(':', ''),
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  };
};
