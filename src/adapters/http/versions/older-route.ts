import { respond } from '../responses/responses.ts';
import type { ApiResponse, PageResponse, Route } from '../routing/route.ts';
import type { Translate, VersionChange } from './api-versions.ts';

/** The operation as it was before changes, the latest change first. */
export const olderRoute = (route: Route, changes: readonly VersionChange[]): Route => {
  const own = changes.filter(({ operations }) => operations.includes(route.operationId));
  if (own.length === 0) return route;
  const earliestFirst = own.toReversed();
  const fromOlder = {
    query: inTurn(earliestFirst.map(({ query }) => query)),
    body: inTurn(earliestFirst.map(({ body }) => body)),
  };
  return withOlderResponses({ ...route, fromOlder }, inTurn(own.map(({ response }) => response)));
};

const inTurn =
  (steps: readonly (Translate | undefined)[]): Translate =>
  (members) =>
    steps.reduce((current, step) => step?.(current) ?? current, members);

const withOlderResponses = (route: Route, translate: Translate): Route => {
  const older = <R extends ApiResponse | PageResponse>(response: R): R => olderResponse(response, translate);
  if ('read' in route) return { ...route, read: async (request) => older(await route.read(request)) };
  if ('write' in route)
    return { ...route, write: async (request) => respond(await route.write(request), (response) => older(response)) };
  if ('upload' in route) return { ...route, upload: async (request, body) => older(await route.upload(request, body)) };
  if (!('subscribe' in route)) return route;
  return {
    ...route,
    subscribe: async (request, lastEventId) => {
      const { subscription, ...live } = await route.subscribe(request, lastEventId);
      const next: typeof subscription.next = async (turn) =>
        (await subscription.next(turn)).map((message) => ({ ...message, view: olderText(message.view, translate) }));
      return { ...live, subscription: { ...subscription, next } };
    },
  };
};

const olderResponse = <R extends ApiResponse | PageResponse>(response: R, translate: Translate): R => {
  if ('parts' in response) return { ...response, parts: [olderText(response.parts.join(''), translate)] };
  const { body, shown } = response as ApiResponse;
  return {
    ...response,
    ...(body === undefined ? {} : { body: olderText(textOf(body), translate) }),
    // the entity tag is that of the older shape, so that a cache never takes one for the other
    ...(shown === undefined || shown === null ? {} : { shown: translate(shown as Readonly<Record<string, unknown>>) }),
  };
};

const textOf = (body: object | string): string => (typeof body === 'string' ? body : JSON.stringify(body));

const olderText = (json: string, translate: Translate): string => JSON.stringify(translate(JSON.parse(json)));
