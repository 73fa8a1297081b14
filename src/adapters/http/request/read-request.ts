import type { IdPrefix } from '#core/capabilities.ts';
import { Id } from '#core/shared/id.ts';
import type { InFlight } from '../admission/in-flight.ts';
import { type Digests, idempotencyKeyOf, requestIdempotency } from '../idempotency/request-idempotency.ts';
import { HttpError } from '../responses/problem.ts';
import type { ApiRequest, Route, RouteContext } from '../routing/route.ts';
import { type Precondition, preconditionOf } from './preconditions.ts';
import { makeReadQuery } from './read-query.ts';
import { makeReadBody } from './request-body.ts';

export type ReadRequestDeps = Readonly<{
  maxBodyBytes: number;
  /** Keyed digests for the fingerprints of requests. */
  digests: Digests;
  inFlight: InFlight;
}>;

type ReadRequest = Readonly<{ request: ApiRequest; precondition: Precondition | undefined }>;

/** Validates the idempotency key, the query, the path ids, the body and `If-Match`, in this order. */
export const makeReadRequest = (route: Route, { maxBodyBytes, digests, inFlight }: ReadRequestDeps) => {
  const readQuery = makeReadQuery(route);
  const readBody = makeReadBody(route, maxBodyBytes);
  return async (ctx: RouteContext): Promise<ReadRequest> => {
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
      userAgent: ctx.get('User-Agent'),
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

const pathId = (prefix: IdPrefix | undefined, id: string | undefined): string | undefined => {
  if (prefix === undefined) return undefined;
  if (id !== undefined && Id.is(prefix, id)) return id;
  throw new HttpError(404, 'not_found', 'No resource has this id.');
};
