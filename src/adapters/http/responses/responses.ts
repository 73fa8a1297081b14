import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Found } from '#core/shared/page.ts';
import type { Transaction, Work } from '#core/storage.ts';
import type { ApiResponse } from '../routing/route.ts';

type Versioned = Readonly<{ id: Id; version: number }>;

/** The response with a resource that was read. */
export const foundResponse = ({ view, version }: Found<unknown>): ApiResponse => ({ status: 200, body: view, version });

/** What was found. @throws DomainError `not_found` if it is undefined. */
export const requireFound = <T>(found: T | undefined, type: string, id: Id): T => {
  if (found === undefined) throw notFound(type, id);
  return found;
};

/** The response with a changed resource. */
export const resourceResponse =
  <R extends Versioned>(view: (resource: R) => object) =>
  (resource: R): ApiResponse => ({ status: 200, body: view(resource), version: resource.version });

/** The 201 response with a created resource; its `Location` is `<collection>/<id>`. */
export const createdResponse =
  <R extends Versioned>(view: (resource: R) => object, collection: string) =>
  (resource: R): ApiResponse => ({
    ...resourceResponse(view)(resource),
    status: 201,
    location: `${collection}/${resource.id}`,
  });

/** A work that runs `work` and maps its result to a response. */
export const respond =
  <T>(
    work: Work<T>,
    toResponse: (result: T, tx: Transaction) => ApiResponse | Promise<ApiResponse>,
  ): Work<ApiResponse> =>
  async (tx) =>
    toResponse(await work(tx), tx);

/** A work that runs `work` and returns the response 204, which has no body. */
export const noContent = (work: Work<unknown>): Work<ApiResponse> => respond(work, () => ({ status: 204 }));
