import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Joi from 'joi';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import type { RecordRefusal } from '#core/audit/use-cases/record-refusal.ts';
import type { IdPrefix } from '#core/capabilities.ts';
import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { Id } from '#core/shared/id.ts';
import type { WriteRequest } from '../idempotency/run-write.ts';
import { authorize } from './authorize.ts';
import { hasBody, readBytes, readJsonBody } from './body.ts';
import { refuseCardNumbers } from './card-numbers.ts';
import { withDeadline } from './deadline.ts';
import { sendDownload } from './download.ts';
import { EVENT_STREAM, type EventStreamDeps, sendEventStream } from './event-stream.ts';
import { type HttpResponse, toHttpResponse } from './http-response.ts';
import { requireAcceptable, requireKnownVersion } from './negotiation.ts';
import { expectedVersions, hasAlready } from './preconditions.ts';
import { HttpRefusal, type Problem } from './problem.ts';
import { invalidParameter, parseQueryString } from './query-string.ts';
import type { RequestState } from './request-state.ts';
import type { ApiRequest, EventStreamRoute, GatewayWebhookRoute, Route, WriteRoute } from './route.ts';
import { validBody, validQuery } from './validation.ts';

export type RouteHandlerDeps = Readonly<{
  write: (writing: WriteRequest) => Promise<HttpResponse>;
  toProblem: (error: unknown, state: RequestState) => Problem;
  recordRefusal: RecordRefusal;
  live: EventStreamDeps;
  /** Who is calling now, by the same header and from the same address; nobody, if they may not any more. */
  reauthenticate: (call: Readonly<{ authorization: string | undefined; address: string }>) => Promise<Actor>;
  /** A keyed digest, to tell the bodies of two requests apart. */
  digest: (text: string) => string;
  maxBodyBytes: number;
  timeoutMs: number;
}>;

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** Of the query strings that each route remembers: some thousands, or one of the longest and little else. */
const MAX_CACHED_CHARACTERS = 200_000;

/** The body of what needs to be told nothing. */
const EMPTY_BODY = Joi.object({});

const MERGE_PATCH = ['application/merge-patch+json', 'application/json'];
const JSON_ONLY = ['application/json'];

type EndpointContext = Context & { state: RequestState; params: Record<string, string> };

/** Answers the requests of a route, and records those that were refused for want of a scope. */
export const makeRouteHandler = (route: Route, deps: RouteHandlerDeps) => {
  const answer = makeAnswer(route, deps);
  return async (ctx: EndpointContext): Promise<void> => {
    try {
      await answer(ctx);
    } catch (error) {
      await recordIfForbidden(error, ctx, deps.recordRefusal);
      throw error;
    }
  };
};

const recordIfForbidden = async (error: unknown, ctx: EndpointContext, recordRefusal: RecordRefusal): Promise<void> => {
  if (!(error instanceof DomainError) || error.kind !== 'forbidden') return;
  const { required_scope: requiredScope = null } = error.details as { required_scope?: string };
  const { caller, instance } = ctx.state;
  await recordRefusal(caller.actor, { operation: `${ctx.method} ${instance}`, code: error.code, requiredScope });
};

/** Checks a request part by part against its route, has it answered, and sends the answer. */
const makeAnswer = (route: Route, deps: RouteHandlerDeps) => {
  const queryOf = makeQueryReader(route);
  return async (ctx: EndpointContext): Promise<void> => {
    authorize(route.access, ctx.state.caller.actor);
    if ('receive' in route) return receive(route, ctx, deps);
    requireKnownVersion(ctx.get('API-Version'));
    requireAcceptable(ctx, typeOf(route));
    const idempotencyKey = route.method === 'post' ? idempotencyKeyOf(ctx.req) : undefined;
    const { dry_run: dryRun, ...query } = queryOf(ctx.querystring);
    const unnamed: Omit<ApiRequest<never, never>, 'named'> = {
      actor: ctx.state.caller.actor,
      id: idOf(route.id, ctx.params['id']),
      nestedId: idOf(route.inner?.prefix, ctx.params[route.inner?.name ?? '']),
      query: query as never,
      body: (await bodyOf(route, ctx.req, deps.maxBodyBytes)) as never,
      expected: route.versioned ? expectedVersions(ctx.req.headers['if-match']) : undefined,
      address: ctx.ip,
      isDryRun: dryRun === true,
    };
    const named = idempotencyKey === undefined ? undefined : nameOf(idempotencyKey, unnamed, ctx, deps.digest);
    const request: ApiRequest<never, never> = { ...unnamed, named };
    if ('stream' in route)
      return sendDownload(ctx, route, { chunks: route.stream(request), timeoutMs: deps.timeoutMs });
    if ('follow' in route) return follow(ctx, { route, request }, deps);
    const answer = await withDeadline(deps.timeoutMs, async (requireTime) => {
      if ('read' in route) return toHttpResponse(await route.read(request));
      return deps.write({
        prepare: () => (route as WriteRoute).write(request),
        callsOutside: route.callsOutside === true,
        dryRun: dryRun === true,
        named,
        secret: route.secret === true,
        toProblem: (error) => deps.toProblem(error, ctx.state),
        requireTime,
      });
    });
    send(ctx, answer);
  };
};

/** What is answered, if it is not JSON. */
const typeOf = (route: Route): string | undefined => {
  if ('follow' in route) return EVENT_STREAM;
  return 'stream' in route ? route.streams.type : undefined;
};

const follow = async (
  ctx: EndpointContext,
  { route, request }: Readonly<{ route: EventStreamRoute; request: ApiRequest<never, never> }>,
  { live, reauthenticate, timeoutMs }: RouteHandlerDeps,
): Promise<void> => {
  const { 'last-event-id': lastEventId, authorization } = ctx.req.headers;
  const after = Array.isArray(lastEventId) ? lastEventId.join(', ') : lastEventId;
  const follower = await withDeadline(timeoutMs, () => route.follow(request, after === '' ? undefined : after));
  const address = ctx.ip;
  const isStillAllowed = async (): Promise<boolean> => {
    try {
      authorize(route.access, await reauthenticate({ authorization, address }));
      return true;
    } catch {
      // whoever cannot be known now may ask again
      return false;
    }
  };
  sendEventStream(ctx, { follower, isStillAllowed }, live);
};

/** The body as it came, whatever it is: its sender has signed it like that. */
const receive = async (
  route: GatewayWebhookRoute,
  ctx: EndpointContext,
  { maxBodyBytes, timeoutMs }: RouteHandlerDeps,
): Promise<void> => {
  const body = await readBytes(ctx.req, maxBodyBytes);
  const headers = Object.fromEntries(
    Object.entries(ctx.req.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  await withDeadline(timeoutMs, () => route.receive({ headers, body }));
  ctx.status = 204;
};

const send = (ctx: Context, { status, headers, body }: HttpResponse): void => {
  const etag = headers['ETag'];
  ctx.set(headers);
  if (etag !== undefined && ctx.method !== 'POST' && hasAlready(safeTags(ctx), etag)) {
    ctx.status = 304;
    return;
  }
  ctx.status = status;
  // as bytes it is encoded once; a text would be measured first and encoded then
  if (body !== '') ctx.body = Buffer.from(body);
};

const safeTags = (ctx: Context): string | undefined =>
  ctx.method === 'GET' || ctx.method === 'HEAD' ? ctx.req.headers['if-none-match'] : undefined;

const repeatableParameters = ({ query }: Route): ReadonlySet<string> => {
  const keys = Object.entries(query?.describe()['keys'] ?? {}) as [string, { type: string }][];
  return new Set(keys.filter(([, { type }]) => type === 'array').map(([name]) => name));
};

/** Reads query strings against the route's schema, those that came before from memory: shops ask the same again. */
const makeQueryReader = (route: Route): ((queryString: string) => Record<string, unknown>) => {
  const repeatable = repeatableParameters(route);
  const sizeCalculation = (_: unknown, queryString: string) => queryString.length + 1;
  const known = new LRUCache<string, Record<string, unknown>>({ maxSize: MAX_CACHED_CHARACTERS, sizeCalculation });
  return (queryString) => {
    const before = known.get(queryString);
    if (before !== undefined) return before;
    const query = Object.freeze(readQuery(route, queryString, repeatable));
    known.set(queryString, query);
    return query;
  };
};

const readQuery = (route: Route, queryString: string, repeatable: ReadonlySet<string>): Record<string, unknown> => {
  const parameters = parseQueryString(queryString, repeatable);
  if (route.query !== undefined) return validQuery(route.query, parameters) as Record<string, unknown>;
  for (const name of Object.keys(parameters)) throw invalidParameter(name, 'object.unknown', 'is not known here');
  return {};
};

const idOf = (prefix: IdPrefix | undefined, id: string | undefined): string => {
  if (prefix === undefined) return '';
  if (id !== undefined && Id.is(prefix, id)) return id;
  throw new HttpRefusal(404, 'not_found', 'There is nothing of this id.');
};

const bodyOf = async (route: Route, request: IncomingMessage, maxBytes: number): Promise<unknown> => {
  if (route.body === undefined) {
    if (route.method === 'post' && hasBody(request))
      validBody(EMPTY_BODY, await readJsonBody(request, { mediaTypes: JSON_ONLY, maxBytes }));
    return undefined;
  }
  if (route.bodyOptional && !hasBody(request)) return validBody(route.body, {});
  const mediaTypes = route.method === 'patch' ? MERGE_PATCH : JSON_ONLY;
  const body = await readJsonBody(request, { mediaTypes, maxBytes });
  refuseCardNumbers(route.isOfPayments ? body : { metadata: (body as { metadata?: unknown } | null)?.metadata });
  return validBody(route.body, body);
};

const idempotencyKeyOf = ({ headers }: IncomingMessage): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  const message = 'must have 1 to 255 visible ASCII characters';
  const errors = [{ header: 'Idempotency-Key', code: 'header.pattern', message }];
  throw new HttpRefusal(400, 'bad_request', `Idempotency-Key ${message}`, { errors });
};

const nameOf = (key: string, request: Omit<ApiRequest, 'named'>, ctx: Context, digest: RouteHandlerDeps['digest']) => ({
  name: {
    account: request.actor.userId ?? `address:${request.address}`,
    operation: `${ctx.method} ${ctx.path}`,
    // what a client calls its requests may be somebody's name or e-mail
    key: hash('sha256', key, 'base64url'),
  },
  // a key of fewer scopes is not given the answer that one of more was
  fingerprint: digest(
    JSON.stringify([
      ctx.querystring,
      request.body ?? null,
      [...request.actor.scopes].sort(),
      ...(request.expected === undefined ? [] : [request.expected]),
    ]),
  ),
});
