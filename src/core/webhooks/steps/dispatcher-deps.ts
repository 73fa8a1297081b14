import type { SystemClock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';
import type { Random } from '#core/shared/random.ts';
import type { EventBodies } from '../event-bodies.ts';
import type { DeliveryQueue, WebhookQueries, WebhookSender } from '../ports.ts';
import type { RetrySchedule } from '../retry-schedule.ts';
import type { DisableEndpoint } from '../use-cases/disable-endpoint.ts';
import type { EndpointId } from '../webhook-endpoint.ts';

export type DispatcherDeps = Readonly<{
  queue: DeliveryQueue;
  queries: Pick<WebhookQueries, 'findEndpoint'>;
  bodies: EventBodies;
  sender: WebhookSender;
  disableEndpoint: DisableEndpoint;
  /** Read for each failure. */
  schedule: () => Promise<RetrySchedule>;
  random: Random;
  systemClock: SystemClock;
  log: Log;
  /** Called for every attempt. */
  observe: (attempt: Readonly<{ endpointId: EndpointId; outcome: 'succeeded' | 'failed' | 'given_up' }>) => void;
}>;
