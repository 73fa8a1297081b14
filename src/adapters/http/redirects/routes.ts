import type { RedirectQueries } from '#core/redirects/ports.ts';
import { Redirect, redirectList, redirectView } from '#core/redirects/redirect.ts';
import type { CreateRedirect, DeleteRedirect, UpdateRedirect } from '#core/redirects/use-cases/redirect-use-cases.ts';
import type { Transaction } from '#core/storage.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import {
  createdResponse,
  foundResponse,
  noContent,
  requireFound,
  resourceResponse,
  respond,
} from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import { redirectInput, redirectPageSchema, redirectPatch, redirectSchema } from './schemas.ts';

type Deps = Readonly<{
  queries: RedirectQueries;
  cursors: Cursors;
  createRedirect: CreateRedirect;
  updateRedirect: UpdateRedirect;
  deleteRedirect: DeleteRedirect;
}>;

const WRITE = { kind: 'scope', scope: 'redirects:write' } as const;

export const redirectsRoutes = (deps: Deps): TaggedRoute[] =>
  tagged('Redirects', [
    listRedirects(deps),
    getRedirect(deps),
    createRedirect(deps),
    updateRedirect(deps),
    deleteRedirect(deps),
  ]);

const listRedirects = ({ queries, cursors }: Deps) =>
  listOperation({
    path: '/api/redirects',
    operationId: 'listRedirects',
    summary: 'List redirects',
    description:
      'The newest first. A storefront that has no page at an address looks it up by `path`, and answers 301 with the ' +
      '`location` of the redirect.',
    access: { kind: 'optional' },
    list: redirectList,
    pageSchema: redirectPageSchema,
    cursors,
    read: (query) => queries.list(query),
  });

const getRedirect = ({ queries }: Deps) =>
  readOperation({
    path: '/api/redirects/{id}',
    id: 'rdr',
    operationId: 'getRedirect',
    summary: 'Get a redirect',
    description: 'A redirect with its version.',
    access: { kind: 'optional' },
    versioned: true,
    responses: { 200: { description: 'The redirect.', schema: redirectSchema } },
    read: async ({ id }) => foundResponse(requireFound(await queries.find(id), 'redirect', id)),
  });

const createRedirect = (deps: Deps) =>
  writeOperation({
    method: 'post',
    path: '/api/redirects',
    operationId: 'createRedirect',
    summary: 'Create a redirect',
    description: 'It must not lead back to its own path, also not through others. Emits `redirect.created`.',
    access: WRITE,
    body: redirectInput,
    responses: { 201: { description: 'The created redirect.', schema: redirectSchema } },
    problems: ['already_exists'],
    write: ({ actor, body }) =>
      respond(deps.createRedirect(actor, body), async (redirect, tx) =>
        createdResponse(await viewIn(tx, redirect), '/api/redirects')(redirect),
      ),
  });

const updateRedirect = (deps: Deps) =>
  writeOperation({
    method: 'patch',
    path: '/api/redirects/{id}',
    id: 'rdr',
    operationId: 'updateRedirect',
    summary: 'Update a redirect',
    description: 'The body is a JSON Merge Patch (RFC 7396). Emits `redirect.updated`.',
    access: WRITE,
    versioned: true,
    body: redirectPatch,
    responses: { 200: { description: 'The updated redirect.', schema: redirectSchema } },
    problems: ['already_exists'],
    write: ({ actor, id, body, expected }) =>
      respond(deps.updateRedirect(actor, { id, patch: body, expected }), async (redirect, tx) =>
        resourceResponse(await viewIn(tx, redirect))(redirect),
      ),
  });

const deleteRedirect = (deps: Deps) =>
  writeOperation({
    method: 'delete',
    path: '/api/redirects/{id}',
    id: 'rdr',
    operationId: 'deleteRedirect',
    summary: 'Delete a redirect',
    description: 'Emits `redirect.deleted`.',
    access: WRITE,
    versioned: true,
    responses: { 204: { description: 'The redirect was deleted.' } },
    write: ({ actor, id, expected }) => noContent(deps.deleteRedirect(actor, { id, expected })),
  });

/** The view of a redirect that was written, with where it leads in the end. */
const viewIn = async ({ redirects }: Transaction, redirect: Redirect): Promise<(shown: Redirect) => object> => {
  const location = Redirect.locationOf(redirect, await redirects.listFollowing(redirect));
  return (shown) => redirectView(shown, location);
};
