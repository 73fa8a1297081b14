import { eventView } from '#core/events/event-view.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { orNotFound } from '#core/shared/domain-error.ts';
import { eventActorOf } from '#core/shared/domain-event.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { type AttemptView, attemptView } from '../delivery.ts';
import { requireEndpointAccess } from '../endpoint-access.ts';
import type { WebhookQueries, WebhookSender } from '../ports.ts';
import { type EndpointId, WebhookEndpoint } from '../webhook-endpoint.ts';
import { webhookEndpointEventView } from '../webhook-endpoint-view.ts';

/** Sends an endpoint a `webhook.test`, which is not in the event log, and returns the response. */
export type TestEndpoint = (actor: Actor, id: EndpointId) => Promise<AttemptView & Readonly<{ event_id: string }>>;

type Deps = Readonly<{ queries: WebhookQueries; sender: WebhookSender; ids: IdGenerator; systemClock: SystemClock }>;

export const makeTestEndpoint =
  ({ queries, sender, ids, systemClock }: Deps): TestEndpoint =>
  async (actor, id) => {
    const endpoint = orNotFound(await queries.findEndpoint(id), 'webhook', id);
    requireEndpointAccess(actor, endpoint);
    const at = systemClock.now();
    const event = eventView({
      id: ids.next('evt'),
      type: 'webhook.test',
      resourceId: id,
      sequence: 1,
      data: webhookEndpointEventView(endpoint),
      previous: {},
      actor: eventActorOf(actor),
      occurredAt: at,
    });
    const secrets = WebhookEndpoint.secretsAt(endpoint, at);
    const result = await sender.send({ url: endpoint.url, id: event.id, body: JSON.stringify(event), secrets });
    return { ...attemptView(result), event_id: event.id };
  };
