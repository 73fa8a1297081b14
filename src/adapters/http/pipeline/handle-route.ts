import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { RecordDenial } from '#core/audit/use-cases/record-denial.ts';
import type { IdPrefix } from '#core/capabilities.ts';
import type { OpenOrder } from '#core/orders/order-access.ts';
import { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { Id } from '#core/shared/id.ts';
import { IdempotencyConflict } from '#core/shared/idempotency.ts';
import { type Digests, idempotencyKeyOf, requestIdempotency } from '../idempotency/request-idempotency.ts';
import { conflictProblem, type WriteRequest } from '../idempotency/run-write.ts';
import { forCaller } from './allowed-actions.ts';
import { authorize } from './authorize.ts';
import { readBytes, requireMediaType } from './body.ts';
import { withDeadline } from './deadline.ts';
import { sendDownload } from './download.ts';
import { EVENT_STREAM, type EventStreamDeps, sendEventStream } from './event-stream.ts';
import { type HttpResponse, type ReadResponse, toHttpResponse, toReadResponse } from './http-response.ts';
import type { InFlight } from './in-flight.ts';
import { requireAcceptable, requireKnownVersion } from './negotiation.ts';
import { withOrderOf } from './order-token.ts';
import { isNotModified, type Precondition, preconditionOf } from './preconditions.ts';
import { HttpError, type Problem } from './problem.ts';
import { expectedVersions, type ReadCurrent } from './read-current.ts';
import { makeReadQuery } from './read-query.ts';
import { makeReadBody } from './request-body.ts';
import type { RequestState } from './request-state.ts';
import { type Encoded, encode } from './response-text.ts';
import type {
  ApiRequest,
  DownloadRoute,
  EventStreamRoute,
  GatewayWebhookRoute,
  Route,
  UploadRoute,
  WriteRoute,
} from './route.ts';
import { openUpload } from './upload.ts';
import { takesOrderToken } from './visitor-operations.ts';

export type RouteHandlerDeps = Readonly<{
  write: (request: WriteRequest) => Promise<HttpResponse>;
  toProblem: (error: unknown, state: RequestState) => Problem;
  recordDenial: RecordDenial;
  eventStream: EventStreamDeps;
  openOrder: OpenOrder;
  /** Authenticates again. Returns the anonymous actor if the credential is no longer valid, or not from this address. */
  reauthenticate: (call: Readonly<{ authorization: string | undefined; address: string }>) => Promise<Actor>;
  /** Keyed digests for the fingerprints of requests. */
  digests: Digests;
  inFlight: InFlight;
  maxBodyBytes: number;
  timeoutMs: number;
}>;

type RouteContext = Context & { state: RequestState; params: Record<string, string> };

/** Handles the requests of a route, and records rejections for missing permissions in the audit log. */
export const makeRouteHandler = (route: Route, deps: RouteHandlerDeps, readCurrent?: ReadCurrent) => {
  const handle = makeHandle(route, deps, readCurrent);
  return async (ctx: RouteContext): Promise<void> => {
    try {
      await handle(ctx);
    } catch (error) {
      await recordIfForbidden(error, ctx, deps.recordDenial);
      throw forCaller(error, ctx.state.caller.actor, route.actions);
    }
  };
};

const recordIfForbidden = async (error: unknown, ctx: RouteContext, recordDenial: RecordDenial): Promise<void> => {
  if (!(error instanceof DomainError) || error.kind !== 'forbidden') return;
  const { required_scope: requiredScope = null } = error.details as { required_scope?: string };
  const { caller, redactedPath } = ctx.state;
  await recordDenial(caller.actor, { operation: `${ctx.method} ${redactedPath}`, code: error.code, requiredScope });
};

const makeHandle = (route: Route, deps: RouteHandlerDeps, readCurrent: ReadCurrent | undefined) => {
  const readRequest = makeReadRequest(route, deps);
  const { inFlight } = deps;
  const openOrder = makeOrderOpener(route, deps);
  return async (ctx: RouteContext): Promise<void> => {
    await openOrder(ctx);
    authorize(route, ctx.state.caller.actor);
    if ('receive' in route) return receive(route, ctx, deps);
    requireKnownVersion(ctx.get('API-Version'));
    const type = requireAcceptable(ctx, responseTypes(route));
    const { request, precondition } = await readRequest(ctx);
    const { timeoutMs } = deps;
    if ('upload' in route) return upload(ctx, { route, request }, deps);
    if ('download' in route || 'subscribe' in route) inFlight.admitStream(ctx);
    if ('download' in route) return download(ctx, { route, request, type }, timeoutMs);
    if ('subscribe' in route) return subscribe(ctx, { route, request }, deps);
    const inTurn = inFlight.gateOf(route, Actor.isVisitor(ctx.state.caller.actor));
    const response = await withDeadline(timeoutMs, (beginCommit) =>
      inTurn(ctx.res, async () => {
        if ('read' in route) return toReadResponse(await route.read(request));
        const expected = await expectedVersions(precondition, () => readCurrent?.(request));
        return write(ctx, { route, request: { ...request, expected }, beginCommit }, deps);
      }),
    );
    const encoded = encode(response.body);
    // a write has happened, so that its response is sent in any case
    if ('read' in route) inFlight.admitResponse(ctx, encoded.bytes);
    send(ctx, response, encoded);
  };
};

/** Lets a visitor access the order of an order token, where the operation takes one. */
const makeOrderOpener =
  (route: Route, { openOrder }: RouteHandlerDeps) =>
  async ({ state, req }: RouteContext): Promise<void> => {
    const { actor } = state.caller;
    if (actor.kind !== 'publishable_key' || !takesOrderToken(route)) return;
    const token = req.headers['order-token'];
    const opened = await withOrderOf(actor, Array.isArray(token) ? token.join() : token, openOrder);
    state.caller = { ...state.caller, actor: opened };
  };

type Write = Readonly<{ route: WriteRoute; request: ApiRequest; beginCommit: () => void }>;

const write = async (
  ctx: RouteContext,
  { route, request, beginCommit }: Write,
  deps: RouteHandlerDeps,
): Promise<HttpResponse> => {
  const response = await deps.write({
    prepare: () => route.write(request),
    hasExternalEffects: route.hasExternalEffects === true,
    reservesKey: route.reservesKey === true,
    isReplayedFirst: isThrottled(route, request.actor) || route.hasExternalEffects === true,
    isDryRun: request.isDryRun,
    idempotency: request.idempotency,
    secretMember: route.secretMember,
    toProblem: (error) => deps.toProblem(forCaller(error, request.actor, route.actions), ctx.state),
    beginCommit,
  });
  if (!request.isDryRun) await route.afterCommit?.(request);
  return response;
};

const isThrottled = (route: WriteRoute, actor: Actor): boolean =>
  route.isThrottled === 'visitors' ? Actor.isVisitor(actor) : route.isThrottled === true;

/** Validates the idempotency key, the query, the path ids, the body and `If-Match`, in this order. */
const makeReadRequest = (route: Route, { maxBodyBytes, digests, inFlight }: RouteHandlerDeps) => {
  const readQuery = makeReadQuery(route);
  const readBody = makeReadBody(route, maxBodyBytes);
  return async (ctx: RouteContext): Promise<{ request: ApiRequest; precondition: Precondition | undefined }> => {
    const idempotencyKey = route.method === 'post' ? idempotencyKeyOf(ctx.req, ctx.state.caller.actor) : undefined;
    const { dry_run: dryRun, ...query } = readQuery(ctx.querystring);
    const request = {
      actor: ctx.state.caller.actor,
      id: pathId(route.id, ctx.params['id']),
      nestedId: pathId(route.nested?.prefix, ctx.params[route.nested?.name ?? '']),
      query,
      body: await readBody(ctx.req, (bytes) => inFlight.admitBody(ctx, bytes)),
      expected: undefined,
      address: ctx.ip,
      isDryRun: dryRun === true,
    };
    const precondition = route.versioned ? preconditionOf(ctx.req.headers['if-match']) : undefined;
    const idempotency =
      idempotencyKey === undefined
        ? undefined
        : requestIdempotency(idempotencyKey, ctx, { ...request, precondition }, digests);
    return { request: { ...request, idempotency }, precondition };
  };
};

/** The media types of a response that is not JSON. */
const responseTypes = (route: Route): string[] | undefined => {
  if ('subscribe' in route) return [EVENT_STREAM];
  return 'download' in route ? route.files.map(({ type }) => type) : undefined;
};

type Download = Readonly<{ route: DownloadRoute; request: ApiRequest; type: string }>;

const download = (ctx: RouteContext, { route, request, type }: Download, timeoutMs: number): Promise<void> => {
  const file = route.files.find((each) => each.type === type) ?? route.files[0];
  return sendDownload(ctx, file, { chunks: route.download(request, type), timeoutMs });
};

const upload = async (
  ctx: RouteContext,
  { route, request }: Readonly<{ route: UploadRoute; request: ApiRequest }>,
  { inFlight, eventStream: { clientTimeoutMs } }: RouteHandlerDeps,
): Promise<void> => {
  const type = requireMediaType(ctx.req, Object.keys(route.uploads));
  inFlight.admitUpload(ctx);
  const { chunks, discardRest } = openUpload(ctx.req, clientTimeoutMs);
  try {
    const { isReplayed = false, ...response } = await route.upload(request, { type, chunks });
    const { status, headers, body } = toHttpResponse(response);
    send(
      ctx,
      { status, headers: { ...headers, ...(isReplayed ? { 'Idempotency-Replayed': 'true' } : {}) }, body },
      encode(body),
    );
  } catch (error) {
    throw error instanceof IdempotencyConflict ? conflictProblem(error) : error;
  } finally {
    discardRest();
  }
};

const subscribe = async (
  ctx: RouteContext,
  { route, request }: Readonly<{ route: EventStreamRoute; request: ApiRequest }>,
  { eventStream, reauthenticate, timeoutMs }: RouteHandlerDeps,
): Promise<void> => {
  const { authorization } = ctx.req.headers;
  const lastEventId = ctx.get('Last-Event-ID') || undefined;
  const live = await withDeadline(timeoutMs, () => route.subscribe(request, lastEventId));
  const address = ctx.ip;
  const isStillAllowed = async (): Promise<boolean> => {
    try {
      const caller = await reauthenticate({ authorization, address });
      authorize(route, caller);
      return live.isStillAllowed(caller);
    } catch {
      // the client reconnects and receives the error then
      return false;
    }
  };
  sendEventStream(ctx, { subscription: live.subscription, isStillAllowed }, eventStream);
};

const receive = async (
  route: GatewayWebhookRoute,
  ctx: RouteContext,
  { maxBodyBytes: maxBytes, timeoutMs, inFlight }: RouteHandlerDeps,
): Promise<void> => {
  if (route.mediaTypes !== undefined) requireMediaType(ctx.req, route.mediaTypes);
  const body = await readBytes(ctx.req, { maxBytes, admit: (bytes) => inFlight.admitBody(ctx, bytes) });
  const headers = Object.fromEntries(
    Object.entries(ctx.req.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  await withDeadline(timeoutMs, () => route.receive({ headers, body }));
  ctx.status = 204;
};

const send = (ctx: Context, { status, headers }: ReadResponse, { bytes, content }: Encoded): void => {
  const etag = headers['ETag'];
  ctx.set(headers);
  if (etag !== undefined && isNotModified(ifNoneMatch(ctx), etag)) {
    ctx.status = 304;
    return;
  }
  ctx.status = status;
  if (bytes === 0) return;
  ctx.body = Buffer.isBuffer(content) ? content : Readable.from(content, { objectMode: false });
  ctx.length = bytes;
};

const ifNoneMatch = (ctx: Context): string | undefined =>
  ctx.method === 'GET' || ctx.method === 'HEAD' ? ctx.req.headers['if-none-match'] : undefined;

const pathId = (prefix: IdPrefix | undefined, id: string | undefined): string | undefined => {
  if (prefix === undefined) return undefined;
  if (id !== undefined && Id.is(prefix, id)) return id;
  throw new HttpError(404, 'not_found', 'No resource has this id.');
};
