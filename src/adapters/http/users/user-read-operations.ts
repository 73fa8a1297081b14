import { ownerFilterOf, requireOwnership } from '#core/access/ownership.ts';
import { Scope } from '#core/access/scope.ts';
import { Actor } from '#core/shared/actor.ts';
import { permissionReport } from '#core/users/permission-report.ts';
import type { UserQueries } from '#core/users/ports.ts';
import type { ExportUser } from '#core/users/use-cases/export-user.ts';
import type { UserId } from '#core/users/user.ts';
import { userList } from '#core/users/user-view.ts';
import type { Throttle } from '../admission/throttle.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { downloadOperation, readOperation } from '../routing/operation.ts';
import { userSchema } from '../schemas/user.ts';
import { findUser, readUser } from './read-user.ts';
import { permissionReportSchema, userPage } from './schemas.ts';
import { userExportJson } from './user-export.ts';
import { userExport } from './user-export-schema.ts';

export type UserReadDeps = Readonly<{
  queries: UserQueries;
  exportUser: ExportUser;
  cursors: Cursors;
  throttle: Throttle;
}>;

const READ_OWN = { kind: 'scope', scope: 'users:read', own: true } as const;

export const listUsers = ({ queries, cursors }: UserReadDeps) =>
  listOperation({
    path: '/api/users',
    operationId: 'listUsers',
    summary: 'List users',
    description: 'The newest first. Customers see only themselves.',
    access: READ_OWN,
    list: userList,
    pageSchema: userPage,
    cursors,
    cursorAudience: ({ actor }) => ownerFilterOf(actor, 'users:read') ?? '',
    read: (query, { actor }) => {
      // customers must not learn their own tags
      if (query.filter.tag !== undefined) Scope.requireAll(actor, ['users:read'], 'Filtering by tags');
      return queries.list({ ...query, ownerId: ownerFilterOf(actor, 'users:read') });
    },
  });

export const getSelf = ({ queries }: UserReadDeps) =>
  readOperation({
    path: '/api/users/me',
    operationId: 'getSelf',
    summary: 'Get the current user',
    description: 'The user of the API key or session.',
    access: { kind: 'authenticated' },
    versioned: true,
    responses: { 200: { description: 'The user.', schema: userSchema } },
    read: ({ actor }) => readUser(queries, actor, Actor.userOf(actor)),
  });

export const getUser = ({ queries }: UserReadDeps) =>
  readOperation({
    path: '/api/users/{id}',
    id: 'usr',
    operationId: 'getUser',
    summary: 'Get a user',
    description: 'Customers see only themselves.',
    access: READ_OWN,
    versioned: true,
    responses: { 200: { description: 'The user.', schema: userSchema } },
    read: async ({ actor, id }) => {
      requireRead(actor, id);
      return readUser(queries, actor, id);
    },
  });

export const getUserPermissions = ({ queries }: UserReadDeps) =>
  readOperation({
    path: '/api/users/{id}/permissions',
    id: 'usr',
    operationId: 'getUserPermissions',
    summary: 'List a user’s permissions',
    description: 'Every scope that the user holds, with its sources.',
    access: READ_OWN,
    responses: { 200: { description: 'The permissions.', schema: permissionReportSchema } },
    read: async ({ actor, id }) => {
      requireRead(actor, id);
      const { view } = await findUser(queries, id);
      return { status: 200, body: permissionReport(JSON.parse(view)) };
    },
  });

export const exportUser = (deps: UserReadDeps) =>
  downloadOperation({
    path: '/api/users/{id}/export',
    id: 'usr',
    operationId: 'exportUser',
    summary: 'Export a user',
    description: 'All stored data of the user. The audit log records the export.',
    access: READ_OWN,
    responses: { 200: { description: 'The data.', schema: userExport } },
    files: [{ type: 'application/json', name: 'user.json' }],
    download: async function* ({ actor, id }) {
      // an export may be large
      await deps.throttle('export', Actor.userOf(actor));
      yield* userExportJson(await deps.exportUser(actor, id));
    },
  });

const requireRead = (actor: Actor, id: UserId): void =>
  requireOwnership(actor, 'users:read', { kind: 'user', id, userId: id });
