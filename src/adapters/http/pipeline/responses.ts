import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import type { ApiResponse } from './route.ts';

type Versioned = Readonly<{ id: Id; version: number }>;

type FoundView = Readonly<{ view: Json<unknown>; version: number }>;

/** A resource that was read. */
export const foundResponse = ({ view, version }: FoundView): ApiResponse => ({ status: 200, body: view, version });

/** What was found. @throws DomainError `not_found` if it is undefined. */
export const requireFound = <T>(found: T | undefined, type: string, id: Id): T => {
  if (found === undefined) throw notFound(type, id);
  return found;
};

/** The response with a changed resource. */
export const resourceResponse =
  <R extends Versioned>(view: (resource: R) => object) =>
  (resource: R): ApiResponse => ({ status: 200, body: view(resource), version: resource.version });

/** The response with a created resource, whose path is the collection's and its id. */
export const createdResponse =
  <R extends Versioned>(view: (resource: R) => object, collection: string) =>
  (resource: R): ApiResponse => ({
    ...resourceResponse(view)(resource),
    status: 201,
    location: `${collection}/${resource.id}`,
  });

/** Runs the work and turns its result into the response. */
export const respond =
  <T>(work: Work<T>, toResponse: (result: T) => ApiResponse): Work<ApiResponse> =>
  async (tx) =>
    toResponse(await work(tx));

/** Runs the work and responds without a body. */
export const noContent = (work: Work<unknown>): Work<ApiResponse> => respond(work, () => ({ status: 204 }));
