import { webhooksRoutes } from '#adapters/http/webhooks/routes.ts';
import { webhookEvents } from '#adapters/http/webhooks/schemas.ts';
import { removalTask } from '#adapters/system/periodic-task.ts';
import { makeDeliveryTask } from '#adapters/webhooks/delivery-task.ts';
import { makeResolveName } from '#adapters/webhooks/resolve-name.ts';
import { makeWebhookTargets } from '#adapters/webhooks/targets.ts';
import { makeTracedSender } from '#adapters/webhooks/traced-sender.ts';
import { makeUndiciSender } from '#adapters/webhooks/undici-sender.ts';
import { makeWebhookSecrets } from '#adapters/webhooks/webhook-secrets.ts';
import { DELIVERY_RETENTION_DAYS } from '#core/webhooks/delivery.ts';
import { deliveryGauges } from '#core/webhooks/delivery-gauges.ts';
import { makeEventBodies } from '#core/webhooks/event-bodies.ts';
import { makeChangeEndpoint, makeDeleteEndpoint } from '#core/webhooks/use-cases/change-endpoint.ts';
import { makeCreateEndpoint, makeRotateSecret } from '#core/webhooks/use-cases/create-endpoint.ts';
import { makeDeliverWebhooks } from '#core/webhooks/use-cases/deliver-webhooks.ts';
import { makeDisableEndpoint } from '#core/webhooks/use-cases/disable-endpoint.ts';
import { makeReplayEvents } from '#core/webhooks/use-cases/replay-events.ts';
import { makeRetryDelivery } from '#core/webhooks/use-cases/retry-delivery.ts';
import { makeTestEndpoint } from '#core/webhooks/use-cases/test-endpoint.ts';
import { makeWebhookPublisher } from '#core/webhooks/webhook-publisher.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, provide } from '../injection.ts';
import { ACCESS } from '../tokens/access.ts';
import { EVENTS } from '../tokens/events.ts';
import { HTTP } from '../tokens/http.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';
import { WEBHOOKS } from '../tokens/webhooks.ts';

const { systemClock, ids, log, tracing, config, encryption, passwords, random, processName: owner } = SYSTEM;
const { secondFactors } = ACCESS;
const { unitOfWork, webhookQueries: queries, deliveryQueue: queue, eventFeed: feed, shopRulesQueries: rules } = STORAGE;
const { sender, eventBodies: bodies } = WEBHOOKS;
const { metrics, cursors, throttle } = HTTP;
const resolve = makeResolveName();

/** Webhook endpoints, and the deliveries to them. */
export const webhooksModule: readonly Binding[] = [
  provide(
    sender,
    { encryption, systemClock, config, tracing },
    ({ encryption: { decrypt }, systemClock, config, tracing }) => {
      const sender = makeUndiciSender({ systemClock, decrypt }, { allowed: config.webhookTargets, resolve });
      return tracing === undefined ? sender : { ...sender, ...makeTracedSender(sender, tracing) };
    },
  ),
  provide(bodies, { feed, systemClock }, makeEventBodies),
  provide(EVENTS.publishers, { queries, queue, bodies, ids, systemClock }, (deps) => [makeWebhookPublisher(deps)]),
  provide(
    BACKGROUND.workers,
    { unitOfWork, queue, queries, bodies, sender, systemClock, log, owner, random, metrics, rules },
    ({ unitOfWork, metrics, rules, ...deps }) => {
      const deliver = makeDeliverWebhooks({
        ...deps,
        disableEndpoint: makeDisableEndpoint({ unitOfWork, systemClock: deps.systemClock }),
        schedule: async () => (await rules.get()).webhook_retry_schedule.map((seconds) => Math.round(seconds * 1_000)),
        observe: metrics.observeDelivery,
      });
      return [
        makeDeliveryTask({ ...deps, deliver }),
        removalTask('old deliveries', {
          days: DELIVERY_RETENTION_DAYS,
          from: deps.queue,
          systemClock: deps.systemClock,
        }),
      ];
    },
  ),
  provide(HTTP.gauges, { queue, systemClock }, deliveryGauges),
  constant(HTTP.eventSchemas, webhookEvents),
  provide(
    HTTP.routes,
    { unitOfWork, passwords, secondFactors, queries, sender, cursors, throttle, encryption, ids, systemClock, config },
    ({ encryption, config, ...deps }) => {
      const targets = makeWebhookTargets({ allowed: config.webhookTargets, resolve });
      const withSecrets = { ...deps, targets, secrets: makeWebhookSecrets(encryption) };
      return webhooksRoutes({
        ...deps,
        sendingLimit: config.webhookRateLimit,
        urlError: targets.urlError,
        createEndpoint: makeCreateEndpoint(withSecrets),
        changeEndpoint: makeChangeEndpoint(withSecrets),
        deleteEndpoint: makeDeleteEndpoint(deps),
        rotateSecret: makeRotateSecret(withSecrets),
        testEndpoint: makeTestEndpoint(deps),
        retryDelivery: makeRetryDelivery(deps),
        replayEvents: makeReplayEvents(deps),
      });
    },
  ),
];
