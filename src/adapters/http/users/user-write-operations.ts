import { Actor } from '#core/shared/actor.ts';
import type { Work } from '#core/storage.ts';
import type { ChangeUser } from '#core/users/use-cases/change-user.ts';
import type { CreateUser } from '#core/users/use-cases/create-user.ts';
import type { EraseUser } from '#core/users/use-cases/erase-user.ts';
import type { ReplaceUser } from '#core/users/use-cases/replace-user.ts';
import type { UserId } from '#core/users/user.ts';
import { userView } from '#core/users/user-view.ts';
import { writeOperation } from '../pipeline/operation.ts';
import { createdResponse, noContent, respond } from '../pipeline/responses.ts';
import type { ApiRequest, ApiResponse } from '../pipeline/route.ts';
import type { Throttle } from '../pipeline/throttle.ts';
import { userSchema } from '../schemas/user.ts';
import { userResponse } from './read-user.ts';
import { selfPatch, type UserPatchInput, userInput, userPatch } from './schemas.ts';

export type UserWriteDeps = Readonly<{
  createUser: CreateUser;
  replaceUser: ReplaceUser;
  changeUser: ChangeUser;
  eraseUser: EraseUser;
  throttle: Throttle;
}>;

const WRITE_OWN = { kind: 'scope', scope: 'users:write', own: true } as const;

export const createUser = (deps: UserWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/users',
    operationId: 'createUser',
    tag: 'Users',
    summary: 'Create a user',
    description: 'A user without a password cannot sign in until one is set. Emits `user.created`.',
    access: { kind: 'scope', scope: 'users:write' },
    body: userInput,
    responses: { 201: { description: 'The created user.', schema: userSchema } },
    problems: ['already_exists'],
    write: async ({ actor, body: { password, ...fields } }) =>
      respond(await deps.createUser(actor, { fields, password }), createdResponse(userView, '/api/users')),
  });

export const updateSelf = (deps: UserWriteDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/users/me',
    operationId: 'updateSelf',
    tag: 'Users',
    summary: 'Update the current user',
    description:
      'The body is a JSON Merge Patch (RFC 7396). A new password ends all sessions, including the current one. An API ' +
      'key may change e-mail and password only if it holds all scopes of its user. Emits `user.updated`.',
    access: { kind: 'authenticated' },
    versioned: true,
    body: selfPatch,
    responses: { 200: { description: 'The updated user.', schema: userSchema } },
    problems: ['already_exists', 'insufficient_scope'],
    write: ({ actor, body, expected }) => change(deps, actor, { id: Actor.userOf(actor), body, expected }),
  });

export const replaceUser = (deps: UserWriteDeps) =>
  writeOperation({
    method: 'put',
    path: '/api/users/{id}',
    id: 'usr',
    operationId: 'replaceUser',
    tag: 'Users',
    summary: 'Replace a user',
    description: 'Omitted fields are reset to their defaults, but an omitted password stays. Emits `user.updated`.',
    access: WRITE_OWN,
    versioned: true,
    body: userInput,
    responses: { 200: { description: 'The replaced user.', schema: userSchema } },
    problems: ['already_exists', 'invalid_state'],
    write: async ({ actor, id, body: { password, ...fields }, expected }) => {
      if (password !== undefined && id === actor.userId) await deps.throttle('password', id);
      return respond(await deps.replaceUser(actor, { id, fields, password, expected }), userResponse);
    },
  });

export const updateUser = (deps: UserWriteDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/users/{id}',
    id: 'usr',
    operationId: 'updateUser',
    tag: 'Users',
    summary: 'Update a user',
    description:
      'The body is a JSON Merge Patch (RFC 7396). The caller must hold all scopes of the user. A new password ends the ' +
      'user’s sessions, and so does `disabled`. The last owner must stay an active owner. Emits `user.updated`.',
    access: WRITE_OWN,
    versioned: true,
    body: userPatch,
    responses: { 200: { description: 'The updated user.', schema: userSchema } },
    problems: ['already_exists', 'invalid_state'],
    write: ({ actor, id, body, expected }) => change(deps, actor, { id, body, expected }),
  });

export const eraseUser = (deps: UserWriteDeps) =>
  writeOperation({
    method: 'delete',
    path: '/api/users/{id}',
    id: 'usr',
    operationId: 'eraseUser',
    tag: 'Users',
    summary: 'Erase a user',
    description:
      'Deletes the user with all sessions and API keys, and erases personal data from events and idempotency records. The ' +
      'last owner cannot be erased. Emits `user.deleted`.',
    access: WRITE_OWN,
    versioned: true,
    responses: { 204: { description: 'The user was erased.' } },
    problems: ['invalid_state'],
    write: ({ actor, id, expected }) => noContent(deps.eraseUser(actor, { id, expected })),
  });

const change = async (
  { changeUser, throttle }: UserWriteDeps,
  actor: Actor,
  { id, body, expected }: Readonly<{ id: UserId; body: UserPatchInput }> & Pick<ApiRequest, 'expected'>,
): Promise<Work<ApiResponse>> => {
  const { password, ...patch } = body;
  // hashing a password is slow, and users need no scope to set their own
  if (password !== undefined && id === actor.userId) await throttle('password', id);
  return respond(await changeUser(actor, { id, patch, password, expected }), userResponse);
};
