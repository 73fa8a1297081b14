import type { DeliveryId, DeliveryResult, DeliveryStatus } from '#core/webhooks/delivery.ts';
import { type StateAtRecording, transitionsAfter } from '#core/webhooks/delivery-outcome.ts';
import { type FailureSummary, summarizeFailures } from '#core/webhooks/endpoint-failures.ts';
import { toStoredAttempt } from '../tables/webhook-deliveries.ts';

/** Results and their transitions as `record_attempts` reads them: an array for each column. */
export type ResultColumns = Readonly<{
  ids: readonly DeliveryId[];
  /** Texts of JSON, since a `json` array is bound item by item. */
  attempts: readonly string[];
  /** The status of each delivery that is due; null means no change. */
  dueStatuses: readonly (DeliveryStatus | null)[];
  dueTimes: readonly (Date | null)[];
  blockedStatuses: readonly (DeliveryStatus | null)[];
  endedStatuses: readonly (DeliveryStatus | null)[];
}>;

export const toResultColumns = (results: readonly DeliveryResult[]): ResultColumns => {
  const transitions = results.map(({ outcome }) => transitionsAfter(outcome));
  const statuses = (state: StateAtRecording) =>
    transitions.map(({ [state]: change }) => (change === 'unchanged' ? null : change.status));
  return {
    ids: results.map(({ id }) => id),
    attempts: results.map(({ attempt }) => JSON.stringify(toStoredAttempt(attempt))),
    dueStatuses: statuses('due'),
    dueTimes: transitions.map(({ due }) => (due === 'unchanged' ? null : due.nextAttemptAt)),
    blockedStatuses: statuses('blocked'),
    endedStatuses: statuses('ended'),
  };
};

/** A summary of failures as `record_attempts` reads it. */
export type FailingParameter = Readonly<{
  last_success: Date | null;
  first_failure: Date | null;
  kept_if_failed_since: Date | null;
  last_failure: Date | null;
}>;

export const toFailingParameter = (results: readonly DeliveryResult[]): FailingParameter => {
  const { lastSuccess, firstFailure, keptIfFailedSince, lastFailure }: FailureSummary = summarizeFailures(results);
  return {
    last_success: lastSuccess,
    first_failure: firstFailure,
    kept_if_failed_since: keptIfFailedSince,
    last_failure: lastFailure,
  };
};
