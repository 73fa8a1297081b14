import type { DeliveryResult } from './delivery.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

export type EndpointFailures = Readonly<{
  /** The first failed attempt after the last success, or after a gap; null if the last attempt succeeded. */
  failingSince: Date | null;
  lastFailedAt: Date | null;
}>;

/** Whether somebody has to look at an endpoint: it fails since it was enabled, or was not disabled by request. */
export const needsAttention = (
  { enabled, enabledAt, disabledReason }: Pick<WebhookEndpoint, 'enabled' | 'enabledAt' | 'disabledReason'>,
  { failingSince, lastFailedAt }: EndpointFailures,
): boolean => {
  if (!enabled) return disabledReason !== 'requested';
  return failingSince !== null && lastFailedAt !== null && lastFailedAt >= enabledAt;
};

/** What results say about the failures of their endpoint. */
export type FailureSummary = Readonly<{
  lastSuccess: Date | null;
  /** The first failure after the last success. */
  firstFailure: Date | null;
  /** An endpoint without a failure since this time was not failing before. */
  keptIfFailedSince: Date | null;
  lastFailure: Date | null;
}>;

/** Longer than any delay of the schedule: failures further apart are unrelated. */
const MAX_GAP_MS = 2 * 24 * 3_600_000;

export const summarizeFailures = (results: readonly DeliveryResult[]): FailureSummary => {
  const timesOf = (isSuccess: boolean): Date[] =>
    results
      .filter(({ outcome }) => (outcome.kind === 'succeeded') === isSuccess)
      .map(({ attempt }) => attempt.at)
      .sort((a, b) => a.getTime() - b.getTime());
  const failures = timesOf(false);
  const lastSuccess = timesOf(true).at(-1) ?? null;
  const [first] = failures;
  return {
    lastSuccess,
    firstFailure: failures.find((at) => lastSuccess === null || at > lastSuccess) ?? null,
    keptIfFailedSince: first === undefined ? null : new Date(first.getTime() - MAX_GAP_MS),
    lastFailure: failures.at(-1) ?? null,
  };
};

/** The failures after results; `record_attempts` of the PostgreSQL storage does the same under its lock. */
export const failuresAfter = (before: EndpointFailures, summary: FailureSummary): EndpointFailures => {
  const { lastSuccess, firstFailure, keptIfFailedSince, lastFailure } = summary;
  const { lastFailedAt } = before;
  const isAfterGap = keptIfFailedSince !== null && lastFailedAt !== null && keptIfFailedSince > lastFailedAt;
  const hasSucceeded = lastSuccess !== null && before.failingSince !== null && lastSuccess >= before.failingSince;
  const since = isAfterGap || hasSucceeded ? null : before.failingSince;
  return {
    failingSince: lastSuccess === null ? (since ?? firstFailure) : earliest(since, firstFailure),
    lastFailedAt: latest(lastFailedAt, lastFailure),
  };
};

const earliest = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b < a) ? b : a);

const latest = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b > a) ? b : a);
