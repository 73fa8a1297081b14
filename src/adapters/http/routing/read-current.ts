import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { ExpectedVersions } from '#core/shared/expected-version.ts';
import { authorize } from '../authorization/authorize.ts';
import type { Precondition } from '../request/preconditions.ts';
import { toReadResponse } from '../responses/http-response.ts';
import { HttpError } from '../responses/problem.ts';
import type { ApiRequest, Route } from './route.ts';

/** A resource as its reader sees it now: its entity tag and its version. */
type Current = Readonly<{ etag: string | undefined; version: number | undefined }>;

/** Reads the resource that a write is about. */
export type ResourceReader = Readonly<{
  /** Whether an actor may call the `GET`. */
  isOpenTo: (actor: Actor) => boolean;
  /** The resource as the caller sees it; undefined if the caller cannot read it. */
  readCurrent: (request: ApiRequest) => Promise<Current | undefined>;
}>;

/** Whether an error says that the caller cannot read the resource. */
const isHidden = (error: unknown): boolean =>
  (error instanceof DomainError && ['not_found', 'forbidden'].includes(error.kind)) ||
  (error instanceof HttpError && [401, 403, 404].includes(error.status));

/** Reads by the `GET` of the same path, of the path before a step, or of what is created; undefined without one. */
export const makeResourceReader = (routes: readonly Route[], { path }: Route): ResourceReader | undefined => {
  const read = [path, path.replace(/(?<=\{id\}).+/, ''), `${path}/{id}`]
    .map((each) => routes.find((route) => route.path === each && route.versioned === true && 'read' in route))
    .find((route) => route !== undefined);
  if (read === undefined || !('read' in read)) return undefined;
  return {
    isOpenTo: (actor) => {
      try {
        authorize(read, actor);
        return true;
      } catch {
        return false;
      }
    },
    readCurrent: async (request) => {
      try {
        authorize(read, request.actor);
        const response = await read.read({ ...request, query: {} });
        return {
          etag: toReadResponse(response).headers['ETag'],
          version: 'version' in response ? response.version : undefined,
        };
      } catch (error) {
        // the write decides what the caller is told
        if (isHidden(error)) return undefined;
        throw error;
      }
    },
  };
};

/**
 * The versions that a precondition accepts; undefined for every version. A digest that equals the
 * current read's accepts the current version, which the write requires within its transaction.
 */
export const expectedVersions = async (
  precondition: Precondition | undefined,
  readCurrent: () => Promise<Current | undefined> | undefined,
): Promise<ExpectedVersions> => {
  if (precondition === undefined) return undefined;
  const { versions, digests } = precondition;
  if (digests.length === 0) return versions;
  const current = await readCurrent();
  if (current?.version === undefined || !digests.some((digest) => digest === current.etag)) return versions;
  return [...versions, current.version];
};
