import type { Random } from '#core/shared/random.ts';
import type { DeliveryOutcome, DueDelivery } from './delivery.ts';
import { isReceived } from './delivery-view.ts';
import { RetrySchedule } from './retry-schedule.ts';
import type { WebhookResponse } from './webhook-sender.ts';

/** Whether the receiver reports with 410 that the endpoint is gone. */
export const isGone = ({ status }: Pick<WebhookResponse, 'status'>): boolean => status === 410;

/** The status of a delivery after a response. */
export const outcomeOf = (
  { tries }: Pick<DueDelivery, 'tries'>,
  answer: WebhookResponse,
  { schedule, random, at }: Readonly<{ schedule: RetrySchedule; random: Random; at: Date }>,
): DeliveryOutcome => {
  if (isReceived(answer)) return { kind: 'succeeded' };
  const pause = isGone(answer)
    ? undefined
    : RetrySchedule.pauseAfter(schedule, { tries: tries + 1, retryAfterMs: answer.retryAfterMs, random });
  return pause === undefined ? { kind: 'failed' } : { kind: 'retry', at: new Date(at.getTime() + pause) };
};
