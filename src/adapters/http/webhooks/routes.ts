import { dryRunUnsupported, notFound } from '#core/shared/domain-error.ts';
import type { DeliveryId, DeliveryStatus } from '#core/webhooks/delivery.ts';
import { deliveryList } from '#core/webhooks/delivery-list.ts';
import type { ChangeEndpoint } from '#core/webhooks/use-cases/change-endpoint.ts';
import type { CreateEndpoint, IssuedEndpoint } from '#core/webhooks/use-cases/create-endpoint.ts';
import type { DeleteEndpoint } from '#core/webhooks/use-cases/delete-endpoint.ts';
import type { ReplayEvents } from '#core/webhooks/use-cases/replay-events.ts';
import type { RetryDelivery } from '#core/webhooks/use-cases/retry-delivery.ts';
import type { RotateSecret } from '#core/webhooks/use-cases/rotate-secret.ts';
import type { TestEndpoint } from '#core/webhooks/use-cases/test-endpoint.ts';
import type { EndpointFields, EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { webhookEndpointView } from '#core/webhooks/webhook-endpoint-view.ts';
import type { WebhookQueries } from '#core/webhooks/webhook-queries.ts';
import type { Cursors } from '../lists/cursor.ts';
import { selectionOf } from '../lists/list-selection.ts';
import { paginate } from '../lists/paginate.ts';
import type { ListParameters } from '../lists/query-schema.ts';
import { type ApiRequest, type ApiResponse, noContent, type Route } from '../pipeline/route.ts';
import { type PageQuery, writeQuery } from '../schemas/fields.ts';
import {
  delivery,
  deliveryListQuery,
  deliveryPage,
  issuedWebhook,
  replay,
  replayInput,
  rotateSecretInput,
  type UrlError,
  webhook,
  webhookInput,
  webhookList,
  webhookListQuery,
  webhookPatch,
  webhookTest,
} from './schemas.ts';

export type WebhooksRoutesDeps = Readonly<{
  queries: WebhookQueries;
  urlError: UrlError;
  createEndpoint: CreateEndpoint;
  changeEndpoint: ChangeEndpoint;
  deleteEndpoint: DeleteEndpoint;
  rotateSecret: RotateSecret;
  testEndpoint: TestEndpoint;
  retryDelivery: RetryDelivery;
  replayEvents: ReplayEvents;
  cursors: Cursors;
}>;

type ReplayBody = Readonly<{ from: Date; to?: Date; types?: readonly string[]; status?: DeliveryStatus }>;

const READ = { kind: 'scope', scope: 'webhooks:read' } as const;
const WRITE = { kind: 'scope', scope: 'webhooks:write' } as const;

export const webhooksRoutes = (deps: WebhooksRoutesDeps): Route[] => [
  {
    method: 'post',
    path: '/api/webhooks',
    operationId: 'createWebhook',
    tag: 'Webhooks',
    summary: 'Register a webhook',
    description:
      'Events that happen from now on are sent to it, signed as Standard Webhooks says. The secret is in this answer and ' +
      'nowhere else.',
    access: WRITE,
    secret: true,
    query: writeQuery,
    body: webhookInput(deps.urlError),
    responses: { 201: { description: 'The webhook.', schema: issuedWebhook } },
    problems: ['conflict'],
    write: async ({ actor, body }: ApiRequest<never, EndpointFields>) => {
      const work = await deps.createEndpoint(actor, body);
      return async (tx) => {
        const issued = await work(tx);
        return { ...issuedAnswer(issued), status: 201, location: `/api/webhooks/${issued.endpoint.id}` };
      };
    },
  },
  {
    method: 'get',
    path: '/api/webhooks',
    operationId: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'The newest first; never a secret.',
    access: READ,
    query: webhookListQuery,
    responses: { 200: { description: 'A page of webhooks.', schema: webhookList } },
    problems: ['invalid_cursor'],
    read: ({ query }: ApiRequest<PageQuery>) =>
      paginate(deps.cursors, { path: '/api/webhooks', query }, (page) => deps.queries.list(page)),
  },
  {
    method: 'get',
    path: '/api/webhooks/{id}',
    id: 'wh',
    operationId: 'getWebhook',
    tag: 'Webhooks',
    summary: 'Get a webhook',
    description: 'Never its secret.',
    access: READ,
    versioned: true,
    responses: { 200: { description: 'The webhook.', schema: webhook } },
    read: async ({ id }) => {
      const { view, version } = await existing(deps.queries, id);
      return { status: 200, body: view, version };
    },
  },
  {
    method: 'patch',
    path: '/api/webhooks/{id}',
    id: 'wh',
    operationId: 'changeWebhook',
    tag: 'Webhooks',
    summary: 'Change a webhook',
    description: 'What is left out stays as it is. It holds for all that is sent from then on.',
    access: WRITE,
    versioned: true,
    query: writeQuery,
    body: webhookPatch(deps.urlError),
    responses: { 200: { description: 'The webhook.', schema: webhook } },
    write: async ({ actor, id, body, expected }: ApiRequest<never, Partial<EndpointFields>>) => {
      const work = await deps.changeEndpoint(actor, { id: id as EndpointId, fields: body, expected });
      return async (tx) => {
        const changed = await work(tx);
        return { status: 200, body: webhookEndpointView(changed), version: changed.version };
      };
    },
  },
  {
    method: 'delete',
    path: '/api/webhooks/{id}',
    id: 'wh',
    operationId: 'deleteWebhook',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'It is sent nothing more, and its deliveries are forgotten.',
    access: WRITE,
    versioned: true,
    query: writeQuery,
    responses: { 204: { description: 'It is gone.' } },
    write: ({ actor, id, expected }) => noContent(deps.deleteEndpoint(actor, { id: id as EndpointId, expected })),
  },
  {
    method: 'post',
    path: '/api/webhooks/{id}/rotate_secret',
    id: 'wh',
    operationId: 'rotateWebhookSecret',
    tag: 'Webhooks',
    summary: 'Replace the secret of a webhook',
    description: 'What is sent carries a signature of the new secret and one of the old until the overlap ends.',
    access: WRITE,
    secret: true,
    query: writeQuery,
    body: rotateSecretInput,
    bodyOptional: true,
    responses: { 200: { description: 'The webhook with its new secret.', schema: issuedWebhook } },
    problems: ['invalid_state'],
    write: ({ actor, id, body }: ApiRequest<never, { overlap_seconds: number }>) => {
      const work = deps.rotateSecret(actor, { id: id as EndpointId, overlapSeconds: body.overlap_seconds });
      return async (tx) => issuedAnswer(await work(tx));
    },
  },
  {
    method: 'post',
    path: '/api/webhooks/{id}/test',
    id: 'wh',
    operationId: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Send a test to a webhook',
    description:
      'Sends a `webhook.test` now, also to one that is disabled, and tells what came back within 15 seconds.',
    access: WRITE,
    callsOutside: true,
    query: writeQuery,
    responses: { 200: { description: 'What came back.', schema: webhookTest } },
    problems: ['dry_run_unsupported'],
    write: async ({ id, isDryRun }) => {
      if (isDryRun) throw dryRunUnsupported('The webhook would be called, which cannot be rehearsed.');
      const came = await deps.testEndpoint(id as EndpointId);
      return async () => ({ status: 200, body: { object: 'webhook_test', webhook_id: id, ...came } });
    },
  },
  {
    method: 'get',
    path: '/api/webhooks/{id}/deliveries',
    id: 'wh',
    operationId: 'listWebhookDeliveries',
    tag: 'Webhooks',
    summary: 'List what was sent to a webhook',
    description: 'With every attempt, and what came back; the last numbered first.',
    access: READ,
    query: deliveryListQuery,
    responses: { 200: { description: 'A page of deliveries.', schema: deliveryPage } },
    problems: ['invalid_cursor'],
    read: async ({ id, query }: ApiRequest<ListParameters>) => {
      await existing(deps.queries, id);
      return paginate(deps.cursors, { path: `/api/webhooks/${id}/deliveries`, query }, (page) =>
        deps.queries.listDeliveries(id as EndpointId, { ...selectionOf(deliveryList, query), page }),
      );
    },
  },
  {
    method: 'get',
    path: '/api/webhooks/{id}/deliveries/{delivery_id}',
    id: 'wh',
    inner: { name: 'delivery_id', prefix: 'dlv' },
    operationId: 'getWebhookDelivery',
    tag: 'Webhooks',
    summary: 'Get what was sent to a webhook',
    description: 'With every attempt, and what came back.',
    access: READ,
    responses: { 200: { description: 'The delivery.', schema: delivery } },
    read: async ({ id, nestedId }) => {
      // one that is deleted has deliveries until they are cleaned up
      await existing(deps.queries, id);
      const found = await deps.queries.findDelivery(id as EndpointId, nestedId as DeliveryId);
      if (found === undefined) throw notFound('delivery', nestedId);
      return { status: 200, body: found };
    },
  },
  {
    method: 'post',
    path: '/api/webhooks/{id}/deliveries/{delivery_id}/retry',
    id: 'wh',
    inner: { name: 'delivery_id', prefix: 'dlv' },
    operationId: 'retryWebhookDelivery',
    tag: 'Webhooks',
    summary: 'Send an event to a webhook again',
    description: 'At once and, should that fail, by the whole schedule; `webhook-id` stays the same.',
    access: WRITE,
    query: writeQuery,
    responses: { 200: { description: 'The delivery, on its way again.', schema: delivery } },
    problems: ['invalid_state'],
    write: ({ actor, id, nestedId }) => {
      const work = deps.retryDelivery(actor, { endpointId: id as EndpointId, id: nestedId as DeliveryId });
      return async (tx) => ({ status: 200, body: await work(tx) });
    },
  },
  {
    method: 'post',
    path: '/api/webhooks/{id}/replay',
    id: 'wh',
    operationId: 'replayWebhook',
    tag: 'Webhooks',
    summary: 'Send the events of a time to a webhook again',
    description:
      'In the order that they happened, each with the same `webhook-id` as before; also what was never sent, because the ' +
      'webhook was disabled, say. One call takes up to 10,000 events, and `next_from` says where to go on.',
    access: WRITE,
    query: writeQuery,
    body: replayInput,
    responses: { 202: { description: 'They are on their way.', schema: replay } },
    problems: ['invalid_state'],
    write: ({ actor, id, body }: ApiRequest<never, ReplayBody>) => {
      const work = deps.replayEvents(actor, { endpointId: id as EndpointId, ...body });
      return async (tx) => {
        const { count, nextFrom } = await work(tx);
        const next = nextFrom?.toISOString() ?? null;
        return { status: 202, body: { object: 'webhook_replay', webhook_id: id, count, next_from: next } };
      };
    },
  },
];

const issuedAnswer = ({ endpoint, secret }: IssuedEndpoint): ApiResponse => ({
  status: 200,
  body: { ...webhookEndpointView(endpoint), secret },
  version: endpoint.version,
});

const existing = async (queries: WebhookQueries, id: string) => {
  const found = await queries.find(id as EndpointId);
  if (found === undefined) throw notFound('webhook', id);
  return found;
};
