import type { Random } from '#core/shared/random.ts';
import type { DeliveryOutcome, DueDelivery } from './delivery.ts';
import { isReceived } from './delivery-view.ts';
import type { WebhookResponse } from './ports.ts';
import { RetrySchedule } from './retry-schedule.ts';

/** Whether the receiver reports with 410 that the endpoint is gone. */
export const isGone = ({ status }: Pick<WebhookResponse, 'status'>): boolean => status === 410;

/** The status of a delivery after a response. */
export const outcomeOf = (
  { attemptCount }: Pick<DueDelivery, 'attemptCount'>,
  response: WebhookResponse,
  { schedule, random, at }: Readonly<{ schedule: RetrySchedule; random: Random; at: Date }>,
): DeliveryOutcome => {
  if (isReceived(response)) return { kind: 'succeeded' };
  const delay = isGone(response)
    ? undefined
    : RetrySchedule.delayAfter(schedule, {
        attemptCount: attemptCount + 1,
        retryAfterMs: response.retryAfterMs,
        random,
      });
  return delay === undefined ? { kind: 'failed' } : { kind: 'retry', at: new Date(at.getTime() + delay) };
};
