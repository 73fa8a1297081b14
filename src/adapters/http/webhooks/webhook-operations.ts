import type { Transaction } from '#core/storage.ts';
import { endpointOwnerFilterOf } from '#core/webhooks/endpoint-access.ts';
import type { WebhookQueries } from '#core/webhooks/ports.ts';
import type { ChangeEndpoint, DeleteEndpoint } from '#core/webhooks/use-cases/change-endpoint.ts';
import type { CreateEndpoint, RotateSecret } from '#core/webhooks/use-cases/create-endpoint.ts';
import type { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { endpointList, shownEndpointView, webhookEndpointView } from '#core/webhooks/webhook-endpoint-view.ts';
import { type Throttle, throttlePassword } from '../admission/throttle.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { foundResponse, noContent } from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import type { ApiResponse } from '../routing/route.ts';
import { splitConfirmation } from '../schemas/current-password.ts';
import { READ, WRITE } from './access.ts';
import { findWebhook } from './find-webhook.ts';
import {
  issuedWebhookSchema,
  rotateSecretInput,
  shownWebhookSchema,
  type UrlError,
  webhookInput,
  webhookPage,
  webhookPatch,
  webhookSchema,
} from './schemas.ts';

export type WebhookOperationsDeps = Readonly<{
  queries: WebhookQueries;
  urlError: UrlError;
  createEndpoint: CreateEndpoint;
  changeEndpoint: ChangeEndpoint;
  deleteEndpoint: DeleteEndpoint;
  rotateSecret: RotateSecret;
  throttle: Throttle;
  cursors: Cursors;
}>;

/** What a session needs where a thief of it could go on reading. */
const CONFIRMED =
  'A session that signed in more than 10 minutes ago needs `current_password`. The user is notified by mail. The webhook is ' +
  'disabled when the session is ended by force, as by a new password, together with the API keys that it created.';

export const createWebhook = ({ urlError, createEndpoint, throttle }: WebhookOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/webhooks',
    operationId: 'createWebhook',
    isThrottled: true,
    summary: 'Create a webhook',
    description:
      'The webhook receives events from now on, signed according to Standard Webhooks. Only this response contains the ' +
      'secret. It belongs to the caller’s user and receives what this user may read: each event type requires the scope ' +
      'that reads its resource, such as `orders:read` for `order.paid`, of the caller now and of the user later. ' +
      `Deliveries fail with \`not_permitted\` once the user has lost the scope. ${CONFIRMED}`,
    access: WRITE,
    secretMembers: ['secret'],
    body: webhookInput(urlError),
    responses: { 201: { description: 'The created webhook.', schema: issuedWebhookSchema } },
    problems: ['conflict', 'recent_sign_in_required'],
    write: async ({ actor, body }) => {
      const { fields, confirmation } = splitConfirmation(body);
      await throttlePassword(throttle, actor, confirmation.currentPassword);
      const work = await createEndpoint(actor, { fields, ...confirmation });
      return async (tx) => {
        const { endpoint, secret } = await work(tx);
        return {
          ...(await responseIn(tx, endpoint, { secret })),
          status: 201,
          location: `/api/webhooks/${endpoint.id}`,
        };
      };
    },
  });

export const listWebhooks = ({ queries, cursors }: WebhookOperationsDeps) =>
  listOperation({
    path: '/api/webhooks',
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    description:
      'The newest first, without secrets. Callers see the webhooks of their user; callers with all scopes of an admin ' +
      'see all.',
    access: READ,
    list: endpointList,
    pageSchema: webhookPage,
    cursors,
    cursorAudience: ({ actor }) => endpointOwnerFilterOf(actor) ?? '',
    read: (query, { actor }) => queries.list(query, endpointOwnerFilterOf(actor)),
  });

export const getWebhook = ({ queries }: WebhookOperationsDeps) =>
  readOperation({
    path: '/api/webhooks/{id}',
    id: 'wh',
    operationId: 'getWebhook',
    summary: 'Get a webhook',
    description: 'The response does not contain the secret.',
    access: READ,
    versioned: true,
    responses: { 200: { description: 'The webhook.', schema: shownWebhookSchema } },
    read: async ({ actor, id }) => foundResponse(await findWebhook(queries, actor, id)),
  });

export const changeWebhook = ({ urlError, changeEndpoint, throttle }: WebhookOperationsDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/webhooks/{id}',
    id: 'wh',
    operationId: 'changeWebhook',
    isThrottled: true,
    summary: 'Update a webhook',
    description:
      'Omitted fields stay. The change applies to everything that is sent from now on. A new URL or new events require ' +
      'the scopes that read all selected events. Callers with all scopes of an admin transfer a webhook with `owner_id`. ' +
      'Another URL or owner, more events, and enabling what was disabled by force (`session_ended`, `key_revoked`, ' +
      '`owner_disabled`) need what the creation of a webhook needs.',
    access: WRITE,
    versioned: true,
    body: webhookPatch(urlError),
    responses: { 200: { description: 'The updated webhook.', schema: webhookSchema } },
    problems: ['unknown_reference', 'invalid_state', 'recent_sign_in_required'],
    write: async ({ actor, id, body, expected }) => {
      const { fields: change, confirmation } = splitConfirmation(body);
      const { owner_id: ownerId, ...fields } = change;
      await throttlePassword(throttle, actor, confirmation.currentPassword);
      const work = await changeEndpoint(actor, { id, fields: { ...fields, ownerId }, expected, ...confirmation });
      return async (tx) => responseIn(tx, await work(tx));
    },
  });

export const deleteWebhook = ({ deleteEndpoint }: WebhookOperationsDeps) =>
  writeOperation({
    method: 'delete',
    path: '/api/webhooks/{id}',
    id: 'wh',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Its deliveries end and are deleted.',
    access: WRITE,
    versioned: true,
    responses: { 204: { description: 'The webhook was deleted.' } },
    write: ({ actor, id, expected }) => noContent(deleteEndpoint(actor, { id, expected })),
  });

export const rotateWebhookSecret = ({ rotateSecret, throttle }: WebhookOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/webhooks/{id}/rotate_secret',
    id: 'wh',
    operationId: 'rotateWebhookSecret',
    isThrottled: true,
    summary: 'Rotate a webhook’s secret',
    description:
      'Requests carry signatures of the new and the old secret until the overlap ends. Needs what the creation of a webhook ' +
      'needs.',
    access: WRITE,
    secretMembers: ['secret'],
    body: rotateSecretInput,
    bodyOptional: true,
    responses: { 200: { description: 'The webhook with its new secret.', schema: issuedWebhookSchema } },
    problems: ['invalid_state', 'recent_sign_in_required'],
    write: async ({ actor, id, body }) => {
      const { fields, confirmation } = splitConfirmation(body);
      await throttlePassword(throttle, actor, confirmation.currentPassword);
      const work = await rotateSecret(actor, { id, overlapSeconds: fields.overlap_seconds, ...confirmation });
      return async (tx) => {
        const { endpoint, secret } = await work(tx);
        return responseIn(tx, endpoint, { secret });
      };
    },
  });

/** The response to a write. Only reads show how deliveries go, so their entity tag covers more. */
const responseIn = async (tx: Transaction, endpoint: WebhookEndpoint, issued: object = {}): Promise<ApiResponse> => ({
  status: 200,
  body: { ...webhookEndpointView(endpoint), ...issued },
  shown: shownEndpointView(endpoint, await tx.deliveries.countRecent(endpoint.id)),
  version: endpoint.version,
});
