import { makeRouteHandler, type RouteHandlerDeps } from '../routing/handle-route.ts';
import { makeResourceReader } from '../routing/read-current.ts';
import type { Route, RouteContext } from '../routing/route.ts';
import { type Announcement, announcementOf } from './announce-ending.ts';
import type { ApiVersion } from './api-versions.ts';
import { olderRoute } from './older-route.ts';

type Handler = (ctx: RouteContext) => Promise<void>;

/**
 * Handles the requests of a route in each version of the API. A request of the newest version, which is also that of a
 * request without a version, passes nothing that an older one needs.
 */
export const makeVersionedHandler = (route: Route, routes: readonly Route[], deps: RouteHandlerDeps): Handler => {
  const [newest, ...older] = deps.versions.versions;
  const announcement = (version: ApiVersion): Announcement | undefined =>
    announcementOf(route.operationId, version, deps.versions);
  const handle = announcing(handlerOf(route, routes, deps), announcement(newest));
  if (older.length === 0 || 'receive' in route) return handle;
  const changes = older.map((_, index) => deps.versions.versions.slice(0, index + 1).flatMap((each) => each.changes));
  const former = new Map(
    older.map((version, index) => {
      const former = routes.map((each) => olderRoute(each, changes[index] ?? []));
      const own = former[routes.indexOf(route)] ?? route;
      return [version.name, announcing(handlerOf(own, former, deps), announcement(version))];
    }),
  );
  return async (ctx) => {
    ctx.vary('API-Version');
    const version = ctx.get('API-Version');
    const handleFormer = former.get(version);
    if (handleFormer === undefined) return handle(ctx);
    ctx.set('API-Version', version);
    return handleFormer(ctx);
  };
};

const handlerOf = (route: Route, routes: readonly Route[], deps: RouteHandlerDeps): Handler =>
  makeRouteHandler(route, deps, 'write' in route ? makeResourceReader(routes, route) : undefined);

const announcing = (handle: Handler, announce: Announcement | undefined): Handler => {
  if (announce === undefined) return handle;
  return async (ctx) => {
    try {
      await handle(ctx);
    } finally {
      announce(ctx);
    }
  };
};
