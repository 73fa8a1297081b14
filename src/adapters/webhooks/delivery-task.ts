import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#core/shared/log.ts';
import type { WebhookQueries } from '#core/webhooks/ports.ts';
import type { DeliverWebhooks } from '#core/webhooks/use-cases/deliver-webhooks.ts';
import type { UndiciSender } from './undici-sender.ts';
import { warmUp } from './warm-up.ts';

/** The poll interval where no signal comes, and the precision of a retry. */
const POLL_INTERVAL_MS = 500;

/** How long a stop waits for receivers that have not answered. */
const STOP_TIMEOUT_MS = 1_500;

type Deps = Readonly<{ deliver: DeliverWebhooks; sender: UndiciSender; queries: WebhookQueries; log: Log }>;

/** The periodic task that delivers, and closes the sender's connections when it stops. */
export const makeDeliveryTask = ({ deliver, sender, queries, log }: Deps) => {
  // the first deliveries would wait for it; a shop without webhooks need not
  const warmUpForWebhooks = async (): Promise<void> => {
    if ((await queries.listEnabled()).length > 0) await warmUp();
  };
  return {
    name: 'webhook delivery',
    intervalMs: POLL_INTERVAL_MS,
    run: deliver.run,
    wakeOn: 'deliveries' as const,
    beforeStart() {
      warmUpForWebhooks().catch((error: Error) =>
        log.warn({ err: error }, 'warm-up failed; the first webhooks take longer'),
      );
    },
    async afterStop() {
      const stopped = deliver.stop();
      await Promise.race([stopped, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      await sender.close();
      await stopped;
    },
  };
};
