import { apiKeyList, apiKeyView } from '#core/access/api-key.ts';
import type { AccessQueries } from '#core/access/ports.ts';
import type { IssuedKey } from '#core/access/steps/issue-key.ts';
import type { ChangeKey } from '#core/access/use-cases/change-key.ts';
import type { CreateKey } from '#core/access/use-cases/create-key.ts';
import type { RotateKey } from '#core/access/use-cases/rotate-key.ts';
import { RateLimit } from '#core/shared/rate-limiter.ts';
import type { RevokeKey } from '#core/users/use-cases/revoke-key.ts';
import { type Throttle, throttlePassword } from '../admission/throttle.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { foundResponse, noContent, requireFound, resourceResponse, respond } from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import type { ApiResponse } from '../routing/route.ts';
import { splitConfirmation } from '../schemas/current-password.ts';
import {
  type ApiKeyPatch,
  apiKeyInput,
  apiKeyPage,
  apiKeyPatch,
  apiKeySchema,
  issuedKeySchema,
  rotateInput,
} from './schemas.ts';

export type KeyOperationsDeps = Readonly<{
  queries: AccessQueries;
  createKey: CreateKey;
  changeKey: ChangeKey;
  rotateKey: RotateKey;
  revokeKey: RevokeKey;
  cursors: Cursors;
  throttle: Throttle;
}>;

export const createApiKey = ({ createKey, throttle }: KeyOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/auth/keys',
    operationId: 'createApiKey',
    isThrottled: true,
    summary: 'Create an API key',
    description:
      'Only this response contains the secret key. Callers can only grant scopes that they hold. A session that signed in ' +
      'more than 10 minutes ago needs `current_password`. The user is notified by mail. A key that a session creates is ' +
      'revoked when the session is ended by a new password or by disabling the user, not by a sign-out or its expiry. A ' +
      'publishable key may be in the source of a page. It has no scopes: it may only call the operations that say so, as ' +
      'a visitor, from pages of `allowed_origins`, which CORS allows too.',
    access: { kind: 'scope', scope: 'keys:write' },
    secretMembers: ['key'],
    body: apiKeyInput,
    responses: { 201: { description: 'The created key.', schema: issuedKeySchema } },
    problems: ['recent_sign_in_required'],
    write: async ({ actor, body }) => {
      const { fields, confirmation } = splitConfirmation(body);
      const { name, kind, scopes, expires_at: expiresAt } = fields;
      await throttlePassword(throttle, actor, confirmation.currentPassword);
      const { name: _name, ...restrictions } = toChange(fields);
      const work = await createKey(actor, { name, kind, scopes, expiresAt, ...restrictions, ...confirmation });
      return respond(work, issuedKeyResponse);
    },
  });

export const listApiKeys = ({ queries, cursors }: KeyOperationsDeps) =>
  listOperation({
    path: '/api/auth/keys',
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description: 'The newest first, including expired and revoked keys.',
    access: { kind: 'scope', scope: 'keys:read' },
    list: apiKeyList,
    pageSchema: apiKeyPage,
    cursors,
    read: (query) => queries.listKeys(query),
  });

export const getApiKey = ({ queries }: KeyOperationsDeps) =>
  readOperation({
    path: '/api/auth/keys/{id}',
    id: 'key',
    operationId: 'getApiKey',
    summary: 'Get an API key',
    description: 'The response does not contain the secret key.',
    access: { kind: 'scope', scope: 'keys:read' },
    versioned: true,
    responses: { 200: { description: 'The key.', schema: apiKeySchema } },
    read: async ({ id }) => foundResponse(requireFound(await queries.findKey(id), 'API key', id)),
  });

export const updateApiKey = ({ changeKey }: KeyOperationsDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/auth/keys/{id}',
    id: 'key',
    operationId: 'updateApiKey',
    summary: 'Update an API key',
    description:
      'Changes the name, and narrows the addresses, the origins and the rate limit. They cannot be widened: create another key. ' +
      'A calling key must hold all scopes of the key, or of a publishable key `products:read` and `orders:write`, unless it changes ' +
      'itself or a key that it created.',
    access: { kind: 'scope', scope: 'keys:write' },
    versioned: true,
    body: apiKeyPatch,
    responses: { 200: { description: 'The updated key.', schema: apiKeySchema } },
    problems: ['invalid_state'],
    write: ({ actor, id, body, expected }) =>
      respond(changeKey(actor, { id, change: toChange(body), expected }), resourceResponse(apiKeyView)),
  });

export const rotateApiKey = ({ rotateKey, throttle }: KeyOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/auth/keys/{id}/rotate',
    id: 'key',
    operationId: 'rotateApiKey',
    isThrottled: true,
    summary: 'Rotate an API key',
    description:
      'Creates a key of the same kind with the same scopes and restrictions. The old key expires after the overlap, or earlier as before. Needs what the ' +
      'creation of a key needs.',
    access: { kind: 'scope', scope: 'keys:write' },
    secretMembers: ['key'],
    body: rotateInput,
    bodyOptional: true,
    responses: { 201: { description: 'The new key.', schema: issuedKeySchema } },
    problems: ['invalid_state', 'recent_sign_in_required'],
    write: async ({ actor, id, body }) => {
      const { fields, confirmation } = splitConfirmation(body);
      await throttlePassword(throttle, actor, confirmation.currentPassword);
      const command = { id, overlapSeconds: fields.overlap_seconds, ...confirmation };
      return respond(await rotateKey(actor, command), issuedKeyResponse);
    },
  });

export const revokeApiKey = ({ revokeKey }: KeyOperationsDeps) =>
  writeOperation({
    method: 'delete',
    path: '/api/auth/keys/{id}',
    id: 'key',
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description:
      'Revokes the key. Every process rejects it within one second. A calling key must hold all scopes of the key, or of a ' +
      'publishable key `products:read` and `orders:write`, unless it revokes itself or a key that it created. What the key ' +
      'has made may be a thief’s: the keys that it created, or that it rotated itself to, are revoked, and the webhooks that it set up are disabled, unless the key revokes itself or is revoked by one of these.',
    access: { kind: 'scope', scope: 'keys:write' },
    versioned: true,
    responses: { 204: { description: 'The key was revoked.' } },
    write: ({ actor, id, expected }) => noContent(revokeKey(actor, { id, expected })),
  });

const toChange = ({ name, allowed_ips: allowedIps, allowed_origins: allowedOrigins, ...body }: ApiKeyPatch) => ({
  ...(name === undefined ? {} : { name }),
  ...(allowedIps === undefined ? {} : { allowedIps }),
  ...(allowedOrigins === undefined ? {} : { allowedOrigins }),
  ...(body.rate_limit === undefined ? {} : { rateLimit: toRateLimit(body.rate_limit) }),
});

const toRateLimit = (text: string | null): RateLimit | null => (text === null ? null : (RateLimit.parse(text) ?? null));

const issuedKeyResponse = ({ key, token }: IssuedKey): ApiResponse => ({
  status: 201,
  body: { ...apiKeyView(key), key: token },
  shown: apiKeyView(key),
  version: key.version,
  location: `/api/auth/keys/${key.id}`,
});
