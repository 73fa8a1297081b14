import { Actor } from '#core/shared/actor.ts';
import type { Work } from '#core/storage.ts';
import type { ChangeUser, ReplaceUser } from '#core/users/use-cases/change-user.ts';
import type { CreateUser } from '#core/users/use-cases/create-user.ts';
import type { EraseSelf, EraseUser, ErasureEffect } from '#core/users/use-cases/erase-user.ts';
import type { UserId } from '#core/users/user.ts';
import { userView } from '#core/users/user-view.ts';
import { MAILS, type Throttle, throttlePassword } from '../admission/throttle.ts';
import { createdResponse, respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import type { ApiRequest, ApiResponse } from '../routing/route.ts';
import { type ConfirmationInput, splitConfirmation } from '../schemas/current-password.ts';
import { userSchema } from '../schemas/user.ts';

import { shownTo, userResponse } from './read-user.ts';
import {
  changedUserSchema,
  erasureInput,
  erasurePreview,
  selfPatch,
  type UserPatchInput,
  userInput,
  userPatch,
  userReplacement,
} from './schemas.ts';
import { type SignUpDeps, signUpVisitor } from './sign-up.ts';

export type UserWriteDeps = SignUpDeps &
  Readonly<{
    createUser: CreateUser;
    replaceUser: ReplaceUser;
    changeUser: ChangeUser;
    eraseUser: EraseUser;
    eraseSelf: EraseSelf;
    throttle: Throttle;
  }>;

const WRITE_OWN = { kind: 'scope', scope: 'customers:write', own: true } as const;

const ERASURE_RESPONSES = {
  200: { description: 'Only of a dry run: what the erasure would end, remove and keep.', schema: erasurePreview },
  204: { description: 'The user was erased.' },
} as const;

const erasureResponse =
  (isDryRun: boolean) =>
  (effect: ErasureEffect): ApiResponse =>
    isDryRun ? { status: 200, body: effect } : { status: 204 };

/** What the scope of these operations does not suffice for. */
const OTHERS = 'Users other than customers without permissions need `users:write`.';

export const createUser = (deps: UserWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/users',
    operationId: 'createUser',
    isThrottled: true,
    summary: 'Create a user',
    description:
      `A user without a password cannot sign in until one is set. ${OTHERS} ` +
      'A session that signed in more than 10 minutes ago ' +
      'needs `current_password` to create a user with scopes. A visitor with a publishable key signs up as a customer where ' +
      'the rule `customer_sign_up` allows it, with a `password` and without rights. The response is the same if the e-mail has an ' +
      'account already: only the mail to it tells. Emits `user.created`.',
    access: { kind: 'scope', scope: 'customers:write' },
    body: userInput,
    responses: { 201: { description: 'The created user.', schema: userSchema } },
    problems: ['already_exists', 'recent_sign_in_required', 'dry_run_unsupported'],
    write: async (request) => {
      const { actor } = request;
      if (actor.kind === 'publishable_key') {
        return respond(await signUpVisitor(deps, request), createdResponse(userView, '/api/users'));
      }
      const { fields, password, confirmation } = splitCredentials(request.body);
      await throttlePassword(deps.throttle, actor, confirmation.currentPassword);
      const work = await deps.createUser(actor, { fields, password, ...confirmation });
      return respond(work, createdResponse(shownTo(actor), '/api/users'));
    },
  });

export const updateSelf = (deps: UserWriteDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/users/me',
    operationId: 'updateSelf',
    summary: 'Update the current user',
    description:
      'The body is a JSON Merge Patch (RFC 7396). A new password needs `current_password`, and ends all sessions, ' +
      'including the current one, with the API keys that they created. A new e-mail needs `current_password` or a ' +
      'sign-in within the last 10 minutes, and is `pending_email` until the token mailed to it is redeemed; the response ' +
      'is the same if the e-mail belongs to another user. The former e-mail is notified of both. An API key needs ' +
      '`users:write`, or `customers:write` for a customer without permissions; for both it needs `current_password` and ' +
      'all scopes of its user. Emits `user.updated`.',
    access: { kind: 'authenticated' },
    versioned: true,
    body: selfPatch,
    responses: { 200: { description: 'The updated user.', schema: userSchema } },
    problems: ['insufficient_scope', 'recent_sign_in_required'],
    write: ({ actor, body, expected }) => change(deps, actor, { id: Actor.userOf(actor), body, expected }),
  });

export const eraseSelf = (deps: UserWriteDeps) =>
  writeOperation({
    method: 'delete',
    path: '/api/users/me',
    operationId: 'eraseSelf',
    summary: 'Erase the current user',
    description:
      'Erases the caller’s user as `DELETE /api/users/{id}` does. Needs `current_password`, or a session that signed in ' +
      'within the last 10 minutes. The last owner cannot be erased. Emits `user.deleted`.',
    access: { kind: 'authenticated' },
    versioned: true,
    body: erasureInput,
    bodyOptional: true,
    responses: ERASURE_RESPONSES,
    problems: ['insufficient_scope', 'invalid_state', 'recent_sign_in_required'],
    write: async ({ actor, body, expected, isDryRun }) => {
      const { confirmation } = splitConfirmation(body);
      await throttlePassword(deps.throttle, actor, confirmation.currentPassword);
      return respond(await deps.eraseSelf(actor, { ...confirmation, expected }), erasureResponse(isDryRun));
    },
  });

export const replaceUser = (deps: UserWriteDeps) =>
  writeOperation({
    method: 'put',
    path: '/api/users/{id}',
    id: 'usr',
    operationId: 'replaceUser',
    summary: 'Replace a user',
    description:
      'Omitted fields are reset to their defaults, but an omitted password and omitted `consents` stay: a record of proof is ' +
      `not lost by omission. ${OTHERS} Emits \`user.updated\`.`,
    access: WRITE_OWN,
    versioned: true,
    body: userReplacement,
    responses: { 200: { description: 'The replaced user.', schema: changedUserSchema } },
    problems: ['already_exists', 'invalid_state', 'recent_sign_in_required'],
    write: async ({ actor, id, body, expected }) => {
      const { fields, confirmation, ...change } = splitCredentials(body);
      await throttleChange(deps.throttle, actor, { id, body });
      const command = { id, fields, ...change, ...confirmation, expected };
      return respond(await deps.replaceUser(actor, command), userResponse(actor));
    },
  });

export const updateUser = (deps: UserWriteDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/users/{id}',
    id: 'usr',
    operationId: 'updateUser',
    summary: 'Update a user',
    description:
      `The body is a JSON Merge Patch (RFC 7396). ${OTHERS} The caller must hold all scopes of the user. ` +
      'A new password ends the ' +
      'user’s sessions, and so does `disabled`. For yourself the rules of your own profile apply; a session that signed ' +
      'in more than 10 minutes ago needs `current_password` to change the access of a user with scopes. The last owner ' +
      'must stay an active owner. Emits `user.updated`.',
    access: WRITE_OWN,
    versioned: true,
    body: userPatch,
    responses: { 200: { description: 'The updated user.', schema: changedUserSchema } },
    problems: ['already_exists', 'invalid_state', 'recent_sign_in_required'],
    write: ({ actor, id, body, expected }) => change(deps, actor, { id, body, expected }),
  });

export const eraseUser = (deps: UserWriteDeps) =>
  writeOperation({
    method: 'delete',
    path: '/api/users/{id}',
    id: 'usr',
    operationId: 'eraseUser',
    summary: 'Erase a user',
    description:
      'Deletes the user with all sessions and API keys, and erases personal data from events and idempotency records. The ' +
      `last owner cannot be erased. A dry run is the preview of the effect. ${OTHERS} Emits \`user.deleted\`.`,
    access: WRITE_OWN,
    versioned: true,
    responses: ERASURE_RESPONSES,
    problems: ['invalid_state'],
    write: async ({ actor, id, expected, isDryRun }) =>
      respond(await deps.eraseUser(actor, { id, expected }), erasureResponse(isDryRun)),
  });

const change = async (
  { changeUser, throttle }: UserWriteDeps,
  actor: Actor,
  { id, body, expected }: Readonly<{ id: UserId; body: UserPatchInput }> & Pick<ApiRequest, 'expected'>,
): Promise<Work<ApiResponse>> => {
  const { fields: patch, confirmation, ...change } = splitCredentials(body);
  await throttleChange(throttle, actor, { id, body });
  return respond(await changeUser(actor, { id, patch, ...change, ...confirmation, expected }), userResponse(actor));
};

type CredentialFields = Readonly<{ password?: string; revoke_keys?: boolean }> & ConfirmationInput;

/** Separates what changes and confirms credentials from the fields of the user. */
const splitCredentials = <Body extends CredentialFields>(body: Body) => {
  const { fields, confirmation } = splitConfirmation(body);
  const { password, revoke_keys: revokeKeys, ...rest } = fields;
  return { fields: rest, password, revokeKeys, confirmation };
};

/** Hashing a password is slow, and users need no scope to set their own; a new e-mail is sent a mail. */
const throttleChange = async (
  throttle: Throttle,
  actor: Actor,
  { id, body }: Readonly<{ id: UserId; body: CredentialFields & Pick<UserPatchInput, 'email'> }>,
): Promise<void> => {
  const isOwn = id === actor.userId;
  await throttlePassword(throttle, actor, body.current_password ?? (isOwn ? body.password : undefined));
  if (isOwn && body.email !== undefined) await throttle('e-mail change', id, MAILS);
};
