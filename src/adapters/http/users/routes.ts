import { accessLevelOf, requireOwnership } from '#core/access/ownership.ts';
import { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Work } from '#core/unit-of-work.ts';
import { permissionReport } from '#core/users/permission-report.ts';
import type { ChangeUser, UserPatch } from '#core/users/use-cases/change-user.ts';
import type { CreateUser } from '#core/users/use-cases/create-user.ts';
import type { EraseUser } from '#core/users/use-cases/erase-user.ts';
import type { ExportUser } from '#core/users/use-cases/export-user.ts';
import type { ReplaceUser } from '#core/users/use-cases/replace-user.ts';
import type { User, UserFields, UserId } from '#core/users/user.ts';
import { userList } from '#core/users/user-list.ts';
import type { UserQueries } from '#core/users/user-queries.ts';
import { userView } from '#core/users/user-view.ts';
import type { Cursors } from '../lists/cursor.ts';
import { selectionOf } from '../lists/list-selection.ts';
import { paginate } from '../lists/paginate.ts';
import type { ListParameters } from '../lists/query-schema.ts';
import { type ApiRequest, type ApiResponse, noContent, type Route } from '../pipeline/route.ts';
import type { Throttle } from '../pipeline/throttle.ts';
import { writeQuery } from '../schemas/fields.ts';
import {
  permissionReport as permissionReportSchema,
  selfPatch,
  userExport,
  userInput,
  userListQuery,
  userPage,
  userPatch,
  userSchema,
} from './schemas.ts';

export type UsersRoutesDeps = Readonly<{
  queries: UserQueries;
  createUser: CreateUser;
  replaceUser: ReplaceUser;
  changeUser: ChangeUser;
  eraseUser: EraseUser;
  exportUser: ExportUser;
  cursors: Cursors;
  throttle: Throttle;
}>;

type WithPassword<T> = T & Readonly<{ password?: string }>;

export const usersRoutes = (deps: UsersRoutesDeps): Route[] => [
  {
    method: 'get',
    path: '/api/users',
    operationId: 'listUsers',
    tag: 'Users',
    summary: 'List users',
    description: 'The newest first. Customers see themselves.',
    access: { kind: 'scope', scope: 'users:read', own: true },
    query: userListQuery,
    responses: { 200: { description: 'A page of users.', schema: userPage } },
    problems: ['invalid_cursor'],
    read: ({ actor, query }: ApiRequest<ListParameters>) => {
      const ownerId = accessLevelOf(actor, 'users:read') === 'all' ? undefined : Actor.userOf(actor);
      return paginate(deps.cursors, { path: '/api/users', query, scope: ownerId ?? '' }, (page) =>
        deps.queries.list({ ...selectionOf(userList, query), ownerId, page }),
      );
    },
  },
  {
    method: 'post',
    path: '/api/users',
    operationId: 'createUser',
    tag: 'Users',
    summary: 'Create a user',
    description: 'Without a password they cannot sign in until one is set. Emits `user.created`.',
    access: { kind: 'scope', scope: 'users:write' },
    query: writeQuery,
    body: userInput,
    responses: { 201: { description: 'The user.', schema: userSchema } },
    problems: ['already_exists'],
    write: async ({ actor, body: { password, ...fields } }: ApiRequest<never, WithPassword<UserFields>>) => {
      const work = await deps.createUser(actor, { fields, password });
      return async (tx) => {
        const created = await work(tx);
        return { ...answerOf(created), status: 201, location: `/api/users/${created.id}` };
      };
    },
  },
  {
    method: 'get',
    path: '/api/users/me',
    operationId: 'getSelf',
    tag: 'Users',
    summary: 'Get oneself',
    description: 'The user on whose account the request is made.',
    access: { kind: 'any_key' },
    versioned: true,
    responses: { 200: { description: 'The user.', schema: userSchema } },
    read: ({ actor }) => readUser(deps.queries, Actor.userOf(actor)),
  },
  {
    method: 'patch',
    path: '/api/users/me',
    operationId: 'updateSelf',
    tag: 'Users',
    summary: 'Change oneself',
    description:
      'Takes a JSON Merge Patch (RFC 7396). A new password ends all sessions, this one too. An API key changes e-mail ' +
      'and password only if it holds all that its user does. Emits `user.updated`.',
    access: { kind: 'any_key' },
    versioned: true,
    query: writeQuery,
    body: selfPatch,
    responses: { 200: { description: 'The user.', schema: userSchema } },
    problems: ['already_exists', 'insufficient_scope'],
    write: ({ actor, body, expected }: ApiRequest<never, WithPassword<UserPatch>>) =>
      change(deps, actor, { id: Actor.userOf(actor), body, expected }),
  },
  {
    method: 'get',
    path: '/api/users/{id}',
    id: 'usr',
    operationId: 'getUser',
    tag: 'Users',
    summary: 'Get a user',
    description: 'Customers find themselves alone.',
    access: { kind: 'scope', scope: 'users:read', own: true },
    versioned: true,
    responses: { 200: { description: 'The user.', schema: userSchema } },
    read: async ({ actor, id }) => {
      requireRead(actor, id as UserId);
      return readUser(deps.queries, id as UserId);
    },
  },
  {
    method: 'put',
    path: '/api/users/{id}',
    id: 'usr',
    operationId: 'replaceUser',
    tag: 'Users',
    summary: 'Replace a user',
    description: 'What is left out returns to its default, but a password stays. Emits `user.updated`.',
    access: { kind: 'scope', scope: 'users:write', own: true },
    versioned: true,
    query: writeQuery,
    body: userInput,
    responses: { 200: { description: 'The user.', schema: userSchema } },
    problems: ['already_exists', 'invalid_state'],
    write: async ({ actor, id, body, expected }: ApiRequest<never, WithPassword<UserFields>>) => {
      const { password, ...fields } = body;
      if (password !== undefined && id === actor.userId) await deps.throttle('password', id);
      const work = await deps.replaceUser(actor, { id: id as UserId, fields, password, expected });
      return async (tx) => answerOf(await work(tx));
    },
  },
  {
    method: 'patch',
    path: '/api/users/{id}',
    id: 'usr',
    operationId: 'updateUser',
    tag: 'Users',
    summary: 'Change a user',
    description:
      'Takes a JSON Merge Patch (RFC 7396). Whoever may do less than the user cannot change them. A new password ends ' +
      'their sessions, and so does `disabled`. The last owner stays an active owner. Emits `user.updated`.',
    access: { kind: 'scope', scope: 'users:write', own: true },
    versioned: true,
    query: writeQuery,
    body: userPatch,
    responses: { 200: { description: 'The user.', schema: userSchema } },
    problems: ['already_exists', 'invalid_state'],
    write: ({ actor, id, body, expected }: ApiRequest<never, WithPassword<UserPatch>>) =>
      change(deps, actor, { id: id as UserId, body, expected }),
  },
  {
    method: 'delete',
    path: '/api/users/{id}',
    id: 'usr',
    operationId: 'eraseUser',
    tag: 'Users',
    summary: 'Erase a user',
    description:
      'Removes the person with their sessions and keys, and what tells who they were from events and kept answers. The ' +
      'last owner stays. Emits `user.deleted`.',
    access: { kind: 'scope', scope: 'users:write', own: true },
    versioned: true,
    query: writeQuery,
    responses: { 204: { description: 'They are gone.' } },
    problems: ['invalid_state'],
    write: ({ actor, id, expected }) => noContent(deps.eraseUser(actor, { id: id as UserId, expected })),
  },
  {
    method: 'get',
    path: '/api/users/{id}/permissions',
    id: 'usr',
    operationId: 'getUserPermissions',
    tag: 'Users',
    summary: 'Tell what a user may do',
    description: 'Every scope that is held, and why.',
    access: { kind: 'scope', scope: 'users:read', own: true },
    responses: { 200: { description: 'What they may do.', schema: permissionReportSchema } },
    read: async ({ actor, id }) => {
      requireRead(actor, id as UserId);
      const { view } = await findUser(deps.queries, id as UserId);
      return { status: 200, body: permissionReport(JSON.parse(view)) };
    },
  },
  {
    method: 'get',
    path: '/api/users/{id}/export',
    id: 'usr',
    operationId: 'exportUser',
    tag: 'Users',
    summary: 'Export a user',
    description: 'All that is held of them. Who exported whom is recorded in the audit log.',
    access: { kind: 'scope', scope: 'users:read', own: true },
    responses: { 200: { description: 'All that is held.', schema: userExport } },
    read: async ({ actor, id }) => {
      // an export may be large
      await deps.throttle('export', Actor.userOf(actor));
      const { data, at } = await deps.exportUser(actor, id as UserId);
      return { status: 200, body: `{"object":"user_export","exported_at":"${at.toISOString()}",${data.slice(1)}` };
    },
  },
];

const answerOf = (shown: User): ApiResponse => ({ status: 200, body: userView(shown), version: shown.version });

const requireRead = (actor: Actor, id: UserId): void =>
  requireOwnership(actor, 'users:read', { kind: 'user', id, userId: id });

const findUser = async (queries: UserQueries, id: UserId) => {
  const found = await queries.find(id);
  if (found === undefined) throw notFound('user', id);
  return found;
};

const readUser = async (queries: UserQueries, id: UserId): Promise<ApiResponse> => {
  const { view, version } = await findUser(queries, id);
  return { status: 200, body: view, version };
};

const change = async (
  { changeUser, throttle }: UsersRoutesDeps,
  actor: Actor,
  { id, body, expected }: Readonly<{ id: UserId; body: WithPassword<UserPatch> }> & Pick<ApiRequest, 'expected'>,
): Promise<Work<ApiResponse>> => {
  const { password, ...patch } = body;
  // to weigh and hash a password takes long, and whoever sets their own needs no right
  if (password !== undefined && id === actor.userId) await throttle('password', id);
  const work = await changeUser(actor, { id, patch, password, expected });
  return async (tx) => answerOf(await work(tx));
};
