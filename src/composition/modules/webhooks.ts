import { setTimeout as sleep } from 'node:timers/promises';
import { ContainerModule } from 'inversify';
import { webhooksRoutes } from '#adapters/http/webhooks.routes.ts';
import { repeat } from '#adapters/system/repeat.ts';
import { makeResolveName } from '#adapters/webhooks/resolve-name.ts';
import { makeWebhookTargets } from '#adapters/webhooks/targets.ts';
import { makeUndiciSender } from '#adapters/webhooks/undici-sender.ts';
import { warmUp } from '#adapters/webhooks/warm-up.ts';
import { makeWebhookSecrets } from '#adapters/webhooks/webhook-secrets.ts';
import { DELIVERIES_KEPT_DAYS } from '#core/webhooks/delivery.ts';
import { makeEventTexts } from '#core/webhooks/event-texts.ts';
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
import { repeatRemoval } from '../repeat-removal.ts';
import { TOKENS } from '../tokens.ts';

/** The floor where no signal came, and how soon a retry is noticed. */
const LOOKED_MS = 500;

/** How long a stop waits for receivers. */
const PATIENCE_MS = 1_500;

/** Where events are sent to, and the sending. */
export const webhooksModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const resolve = makeResolveName();
    bind(TOKENS.webhookSender)
      .toResolvedValue(
        (sealer, clock, { webhookAllowPrivate: allowPrivate }) =>
          makeUndiciSender({ clock, open: sealer.open }, { allowPrivate, resolve }),
        [TOKENS.sealer, TOKENS.clock, TOKENS.config],
      )
      .inSingletonScope();
    bind(TOKENS.eventTexts)
      .toResolvedValue((feed, clock) => makeEventTexts({ feed, clock }), [TOKENS.eventFeed, TOKENS.clock])
      .inSingletonScope();
    bind(TOKENS.eventPublishers)
      .toResolvedValue(
        (queries, queue, texts, ids, clock) => [makeWebhookPublisher({ queries, queue, texts, ids, clock })],
        [TOKENS.webhookQueries, TOKENS.deliveryQueue, TOKENS.eventTexts, TOKENS.ids, TOKENS.clock],
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
          TOKENS.eventTexts,
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
          const worker = repeat('deliveries to webhooks', LOOKED_MS, deliver.run, log);
          signals.subscribe('deliveries', worker.wake);
          const stop = async (): Promise<void> => {
            await worker.stop();
            const stopped = deliver.stop();
            await Promise.race([stopped, sleep(PATIENCE_MS, undefined, { ref: false })]);
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
          repeatRemoval('old deliveries', { days: DELIVERIES_KEPT_DAYS, from: queue }, { clock, log }),
        [TOKENS.deliveryQueue, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (metrics, feed, publications, queue, clock, publisherLists) => {
          const publishers = publisherLists.flat().map(({ name }) => name);
          const read = makeReadBacklog({ feed, publications, queue, clock, publishers });
          return { start: () => metrics.watchBacklog(read), stop: async () => {} };
        },
        [
          TOKENS.metrics,
          TOKENS.eventFeed,
          TOKENS.publications,
          TOKENS.deliveryQueue,
          TOKENS.clock,
          { isMultiple: true, serviceIdentifier: TOKENS.eventPublishers },
        ],
      )
      .inSingletonScope();
    bind(TOKENS.routes)
      .toResolvedValue(
        (queries, sender, cursors, sealer, ids, clock, { webhookAllowPrivate: allowPrivate }) => {
          const targets = makeWebhookTargets({ allowPrivate, resolve });
          const secrets = makeWebhookSecrets(sealer);
          return webhooksRoutes({
            queries,
            faultInUrl: targets.faultIn,
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
          TOKENS.sealer,
          TOKENS.ids,
          TOKENS.clock,
          TOKENS.config,
        ],
      )
      .inSingletonScope();
  });
