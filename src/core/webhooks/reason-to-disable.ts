import type { DeliveryResult } from './delivery.ts';
import { isGone } from './outcome-of.ts';
import type { DisabledReason, WebhookEndpoint } from './webhook-endpoint.ts';

const MAX_FAILING_MS = 5 * 24 * 3_600_000;

/** Why an endpoint must be disabled after results; undefined if it need not. */
export const reasonToDisable = (
  { enabledAt }: Pick<WebhookEndpoint, 'enabledAt'>,
  results: readonly DeliveryResult[],
  { failingSince, at }: Readonly<{ failingSince: Date | null; at: Date }>,
): DisabledReason | undefined => {
  if (results.some(({ attempt }) => isGone(attempt))) return 'gone';
  if (failingSince === null) return undefined;
  // failures from before its activation do not count
  const since = Math.max(failingSince.getTime(), enabledAt.getTime());
  return at.getTime() - since >= MAX_FAILING_MS ? 'failing' : undefined;
};
