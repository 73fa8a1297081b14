import type { RecordDenial } from '#core/audit/use-cases/record-denial.ts';
import { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { IdempotencyConflict } from '#core/shared/idempotency.ts';
import type { InTurn } from '#core/shared/in-turn.ts';
import { forCaller } from '../authorization/allowed-actions.ts';
import { authorize } from '../authorization/authorize.ts';
import { makeOpenForVisitor, type TokenOpeners } from '../authorization/resource-tokens.ts';
import { conflictProblem } from '../idempotency/key-problems.ts';
import type { WriteRequest } from '../idempotency/run-write.ts';
import { readBytes, requireMediaType } from '../request/body.ts';
import { CSV } from '../request/csv.ts';
import { withDeadline } from '../request/deadline.ts';
import { makeReadRequest, type ReadRequestDeps } from '../request/read-request.ts';
import type { RequestState } from '../request/request-state.ts';
import { openUpload } from '../request/upload.ts';
import { sendDownload } from '../responses/download.ts';
import { EVENT_STREAM, type EventStreamDeps, sendEventStream } from '../responses/event-stream.ts';
import {
  type HttpResponse,
  type ReadResponse,
  sendResponse,
  toHttpResponse,
  toReadResponse,
  toTableResponse,
} from '../responses/http-response.ts';
import { JSON_TYPES, requireAcceptable, requireKnownVersion } from '../responses/negotiation.ts';
import type { Problem } from '../responses/problem.ts';
import { encode } from '../responses/response-text.ts';
import { respond } from '../responses/responses.ts';
import type { ApiVersions } from '../versions/api-versions.ts';
import { expectedVersions, type ResourceReader } from './read-current.ts';
import type {
  ApiRequest,
  DownloadRoute,
  EventStreamRoute,
  GatewayWebhookRoute,
  ReadRoute,
  Route,
  RouteContext,
  UploadRoute,
  WriteRoute,
} from './route.ts';

export type RouteHandlerDeps = ReadRequestDeps &
  Readonly<{
    write: (request: WriteRequest) => Promise<HttpResponse>;
    toProblem: (error: unknown, state: RequestState) => Problem;
    recordDenial: RecordDenial;
    eventStream: EventStreamDeps;
    tokenOpeners: TokenOpeners;
    versions: ApiVersions;
    /** Authenticates again. Returns the anonymous actor if the credential is no longer valid, or not from this address. */
    reauthenticate: (call: Readonly<{ authorization: string | undefined; address: string }>) => Promise<Actor>;
    timeoutMs: number;
  }>;

/** Handles the requests of a route, and records rejections for missing permissions in the audit log. */
export const makeRouteHandler = (route: Route, deps: RouteHandlerDeps, reader?: ResourceReader) => {
  const handle = makeHandle(route, deps, reader);
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

const makeHandle = (route: Route, deps: RouteHandlerDeps, reader: ResourceReader | undefined) => {
  const readRequest = makeReadRequest(route, deps);
  const { inFlight } = deps;
  const openFor = makeOpenForVisitor(route, deps.tokenOpeners);
  return async (ctx: RouteContext): Promise<void> => {
    const { caller } = ctx.state;
    if (openFor !== undefined) ctx.state.caller = { ...caller, actor: await openFor(caller.actor, ctx.req.headers) };
    authorize(route, ctx.state.caller.actor);
    if ('receive' in route) return receive(route, ctx, deps);
    requireKnownVersion(ctx.get('API-Version'), deps.versions);
    const types = responseTypes(route);
    if (types !== undefined && types.length > 1) ctx.vary('Accept');
    const type = requireAcceptable(ctx, types);
    const { request, precondition } = await readRequest(ctx);
    const { timeoutMs } = deps;
    if ('upload' in route) return upload(ctx, { route, request }, deps);
    if ('download' in route || 'subscribe' in route) inFlight.admitStream(ctx);
    const turns = inFlight.turnsOf(route, request);
    const inTurn: InTurn = (task) => turns({ res: ctx.res, clients: ctx.state.clients }, task);
    if ('download' in route) return download(ctx, { route, request, type, inTurn }, timeoutMs);
    if ('subscribe' in route) return subscribe(ctx, { route, request, inTurn }, deps);
    const response = await withDeadline(timeoutMs, (beginCommit) =>
      inTurn(async () => {
        if ('read' in route) return read(route, request, type);
        const expected = await expectedVersions(precondition, () => reader?.readCurrent(request));
        return write(ctx, { route, request: { ...request, expected }, reader, beginCommit }, deps);
      }),
    );
    const encoded = encode(response.body);
    // a write has happened, so that its response is sent in any case
    if ('read' in route) inFlight.admitResponse(ctx, encoded.bytes);
    sendResponse(ctx, response, encoded);
  };
};

type Write = Readonly<{
  route: WriteRoute;
  request: ApiRequest;
  reader: ResourceReader | undefined;
  beginCommit: () => void;
}>;

const write = async (
  ctx: RouteContext,
  { route, request, reader, beginCommit }: Write,
  deps: RouteHandlerDeps,
): Promise<HttpResponse> => {
  const mayRead = reader?.isOpenTo(request.actor) !== false;
  const response = await deps.write({
    prepare: async () => {
      const work = await route.write(request);
      return mayRead ? work : respond(work, (hidden) => ({ shown: null, ...hidden }));
    },
    hasExternalEffects: route.hasExternalEffects === true,
    reservesKey: route.reservesKey === true || isThrottled(route, request.actor),
    isDryRun: request.isDryRun,
    idempotency: request.idempotency,
    secretMembers: route.secretMembers,
    toProblem: (error) => deps.toProblem(forCaller(error, request.actor, route.actions), ctx.state),
    beginCommit,
  });
  if (!request.isDryRun) await route.afterCommit?.(request);
  return response;
};

const isThrottled = (route: WriteRoute, actor: Actor): boolean =>
  route.isThrottled === 'visitors' ? Actor.isVisitor(actor) : route.isThrottled === true;

const read = async (route: ReadRoute, request: ApiRequest, type: string): Promise<ReadResponse> =>
  type === CSV && route.readTable !== undefined
    ? toTableResponse(await route.readTable(request))
    : ofType(route.mediaType, toReadResponse(await route.read(request)));

const ofType = (type: string | undefined, { headers, ...response }: ReadResponse): ReadResponse => ({
  ...response,
  headers: type === undefined ? headers : { ...headers, 'Content-Type': `${type}; charset=utf-8` },
});

/** The media types of a response that is not JSON, or not always. */
const responseTypes = (route: Route): string[] | undefined => {
  if (route.mediaType !== undefined) return [route.mediaType, ...JSON_TYPES];
  if ('readTable' in route) return [...JSON_TYPES, CSV];
  if ('subscribe' in route) return [EVENT_STREAM];
  return 'download' in route ? route.files.map(({ type }) => type) : undefined;
};

type Download = Readonly<{ route: DownloadRoute; request: ApiRequest; type: string; inTurn: InTurn }>;

const download = (ctx: RouteContext, { route, request, type, inTurn }: Download, timeoutMs: number): Promise<void> => {
  const file = { ...(route.files.find((each) => each.type === type) ?? route.files[0]) };
  const chunks = route.download(request, type, (details) => void Object.assign(file, details));
  return sendDownload(ctx, file, { chunks, inTurn: route.isReady ? (task) => task() : inTurn, timeoutMs });
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
    sendResponse(
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
  { route, request, inTurn }: Readonly<{ route: EventStreamRoute; request: ApiRequest; inTurn: InTurn }>,
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
  sendEventStream(ctx, { subscription: live.subscription, isStillAllowed, inTurn }, eventStream);
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
