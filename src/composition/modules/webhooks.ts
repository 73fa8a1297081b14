import { setTimeout as sleep } from 'node:timers/promises';
import { ContainerModule } from 'inversify';
import { webhooksRoutes } from '#adapters/http/webhooks/routes.ts';
import { runPeriodically } from '#adapters/system/background-task.ts';
import { makeResolveName } from '#adapters/webhooks/resolve-name.ts';
import { makeWebhookTargets } from '#adapters/webhooks/targets.ts';
import { makeUndiciSender } from '#adapters/webhooks/undici-sender.ts';
import { warmUp } from '#adapters/webhooks/warm-up.ts';
import { makeWebhookSecrets } from '#adapters/webhooks/webhook-secrets.ts';
import { DELIVERY_RETENTION_DAYS } from '#core/webhooks/delivery.ts';
import { makeEventBodies } from '#core/webhooks/event-bodies.ts';
import { makeChangeEndpoint } from '#core/webhooks/use-cases/change-endpoint.ts';
import { makeCreateEndpoint } from '#core/webhooks/use-cases/create-endpoint.ts';
import { makeDeleteEndpoint } from '#core/webhooks/use-cases/delete-endpoint.ts';
import { makeDeliverWebhooks } from '#core/webhooks/use-cases/deliver-webhooks.ts';
import { makeDisableEndpoint } from '#core/webhooks/use-cases/disable-endpoint.ts';
import { makeReadBacklog } from '#core/webhooks/use-cases/read-backlog.ts';
import { makeReplayEvents } from '#core/webhooks/use-cases/replay-events.ts';
import { makeRetryDelivery } from '#core/webhooks/use-cases/retry-delivery.ts';
import { makeRotateSecret } from '#core/webhooks/use-cases/rotate-secret.ts';
import { makeTestEndpoint } from '#core/webhooks/use-cases/test-endpoint.ts';
import { makeWebhookPublisher } from '#core/webhooks/webhook-publisher.ts';
import { periodicRemoval } from '../periodic-removal.ts';
import { TOKENS } from '../tokens.ts';

/** The floor where no signal came, and how soon a retry is noticed. */
const POLL_INTERVAL_MS = 500;

/** How long a stop waits for receivers. */
const STOP_TIMEOUT_MS = 1_500;

/** Where events are sent to, and the sending. */
export const webhooksModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const resolve = makeResolveName();
    bind(TOKENS.webhookSender)
      .toResolvedValue(
        (encryption, clock, { webhookAllowPrivate: allowPrivate }) =>
          makeUndiciSender({ clock, decrypt: encryption.decrypt }, { allowPrivate, resolve }),
        [TOKENS.encryption, TOKENS.clock, TOKENS.config],
      )
      .inSingletonScope();
    bind(TOKENS.eventBodies)
      .toResolvedValue((feed, clock) => makeEventBodies({ feed, clock }), [TOKENS.eventFeed, TOKENS.clock])
      .inSingletonScope();
    bind(TOKENS.eventPublishers)
      .toResolvedValue(
        (queries, queue, texts, ids, clock) => [makeWebhookPublisher({ queries, queue, texts, ids, clock })],
        [TOKENS.webhookQueries, TOKENS.deliveryQueue, TOKENS.eventBodies, TOKENS.ids, TOKENS.clock],
      )
      .inSingletonScope();
    bind(TOKENS.deliverWebhooks)
      .toResolvedValue(
        (unitOfWork, queue, queries, texts, sender, clock, ...rest) => {
          const [log, owner, random, metrics, { webhookRetrySchedule: schedule }] = rest;
          const disableEndpoint = makeDisableEndpoint({ unitOfWork, clock });
          const observe = metrics.observeDelivery;
          const deps = { queue, queries, texts, sender, disableEndpoint, schedule, random, clock, log, observe };
          return makeDeliverWebhooks({ ...deps, owner });
        },
        [
          TOKENS.unitOfWork,
          TOKENS.deliveryQueue,
          TOKENS.webhookQueries,
          TOKENS.eventBodies,
          TOKENS.webhookSender,
          TOKENS.clock,
          TOKENS.log,
          TOKENS.processName,
          TOKENS.random,
          TOKENS.metrics,
          TOKENS.config,
        ],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (deliver, sender, signals, log) => {
          const worker = runPeriodically('deliveries to webhooks', POLL_INTERVAL_MS, deliver.run, log);
          signals.subscribe('deliveries', worker.wake);
          const stop = async (): Promise<void> => {
            await worker.stop();
            const stopped = deliver.stop();
            await Promise.race([stopped, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
            await sender.close();
            await stopped;
          };
          const start = (): void => {
            // the first messages would wait for it
            warmUp().catch((error: Error) => log.warn({ err: error }, 'the first webhooks will take a little longer'));
            worker.start();
          };
          return { start, stop };
        },
        [TOKENS.deliverWebhooks, TOKENS.webhookSender, TOKENS.signals, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (queue, clock, log) =>
          periodicRemoval('old deliveries', { days: DELIVERY_RETENTION_DAYS, from: queue }, { clock, log }),
        [TOKENS.deliveryQueue, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (metrics, feed, publisherOffsets, queue, clock, publisherLists) => {
          const publishers = publisherLists.flat().map(({ name }) => name);
          const read = makeReadBacklog({ feed, publisherOffsets, queue, clock, publishers });
          return { start: () => metrics.watchBacklog(read), stop: async () => {} };
        },
        [
          TOKENS.metrics,
          TOKENS.eventFeed,
          TOKENS.publisherOffsets,
          TOKENS.deliveryQueue,
          TOKENS.clock,
          { isMultiple: true, serviceIdentifier: TOKENS.eventPublishers },
        ],
      )
      .inSingletonScope();
    bind(TOKENS.routes)
      .toResolvedValue(
        (queries, sender, cursors, encryption, ids, clock, { webhookAllowPrivate: allowPrivate }) => {
          const targets = makeWebhookTargets({ allowPrivate, resolve });
          const secrets = makeWebhookSecrets(encryption);
          return webhooksRoutes({
            queries,
            urlError: targets.urlError,
            createEndpoint: makeCreateEndpoint({ targets, secrets, ids, clock }),
            changeEndpoint: makeChangeEndpoint({ targets, clock }),
            deleteEndpoint: makeDeleteEndpoint({ clock }),
            rotateSecret: makeRotateSecret({ secrets, clock }),
            testEndpoint: makeTestEndpoint({ queries, sender, ids, clock }),
            retryDelivery: makeRetryDelivery({ clock }),
            replayEvents: makeReplayEvents({ clock }),
            cursors,
          });
        },
        [
          TOKENS.webhookQueries,
          TOKENS.webhookSender,
          TOKENS.cursors,
          TOKENS.encryption,
          TOKENS.ids,
          TOKENS.clock,
          TOKENS.config,
        ],
      )
      .inSingletonScope();
  });
