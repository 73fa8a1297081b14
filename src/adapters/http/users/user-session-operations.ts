import type { AccessQueries } from '#core/access/ports.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { Id } from '#core/shared/id.ts';
import { newestFirstList } from '#core/shared/list.ts';
import { Json } from '#core/shared/page.ts';
import { requireAuthority, requireMayWrite } from '#core/users/authority.ts';
import type { UserQueries } from '#core/users/ports.ts';
import type { EndUserSession, EndUserSessions } from '#core/users/use-cases/end-user-sessions.ts';
import type { UserId } from '#core/users/user.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { noContent } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import { sessionPage } from '../schemas/session.ts';
import { findUser } from './read-user.ts';

type Deps = Readonly<{
  queries: AccessQueries;
  userQueries: UserQueries;
  endUserSession: EndUserSession;
  endUserSessions: EndUserSessions;
  cursors: Cursors;
  systemClock: SystemClock;
}>;

const WRITE_OWN = { kind: 'scope', scope: 'customers:write', own: true } as const;

const WHO =
  'Callers who may change the user may do it: users other than customers without permissions need `users:write`, and ' +
  'the caller must hold all scopes of the user.';

const listUserSessions = ({ queries, userQueries, cursors, systemClock }: Deps) =>
  listOperation({
    path: '/api/users/{id}/sessions',
    id: 'usr',
    operationId: 'listUserSessions',
    summary: 'List a user’s sessions',
    description: `The active sessions of the user, the newest first. ${WHO}`,
    access: WRITE_OWN,
    list: newestFirstList,
    pageSchema: sessionPage,
    cursors,
    requireParent: ({ actor, id }) => requireMayList(userQueries, actor, id),
    read: ({ page }, { actor: { credentialId }, id }) => {
      const current = credentialId !== null && Id.is('ses', credentialId) ? credentialId : null;
      return queries.listSessions({ userId: id, current, at: systemClock.now(), page });
    },
  });

const requireMayList = async (queries: UserQueries, actor: Actor, id: UserId): Promise<void> => {
  const { view } = await findUser(queries, id);
  const user = Json.parse(view);
  requireMayWrite(actor, user);
  requireAuthority(actor, user, 'Listing the sessions of this user');
};

const endUserSession = (deps: Deps) =>
  writeOperation({
    method: 'delete',
    path: '/api/users/{id}/sessions/{session_id}',
    id: 'usr',
    nested: { name: 'session_id', prefix: 'ses' },
    operationId: 'endUserSession',
    summary: 'End a session of a user',
    description: `Revokes the API keys created with it. Every process rejects the token within one second. ${WHO}`,
    access: WRITE_OWN,
    responses: { 204: { description: 'The session has ended.' } },
    write: ({ actor, id, nestedId }) => noContent(deps.endUserSession(actor, { id: nestedId, userId: id })),
  });

const endUserSessions = (deps: Deps) =>
  writeOperation({
    method: 'delete',
    path: '/api/users/{id}/sessions',
    id: 'usr',
    operationId: 'endUserSessions',
    summary: 'End all sessions of a user',
    description: `Revokes the API keys created with them. Every process rejects the tokens within one second. ${WHO}`,
    access: WRITE_OWN,
    responses: { 204: { description: 'The sessions have ended.' } },
    write: ({ actor, id }) => noContent(deps.endUserSessions(actor, id)),
  });

export const userSessionRoutes = (deps: Deps): TaggedRoute[] =>
  tagged('Users', [listUserSessions(deps), endUserSessions(deps), endUserSession(deps)]);
