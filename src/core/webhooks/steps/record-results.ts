import type { DeliveryResult } from '../delivery.ts';
import { isGone } from '../delivery-outcome.ts';
import type { DisabledReason, WebhookEndpoint } from '../webhook-endpoint.ts';
import type { DispatcherDeps, DispatchState } from './dispatch-state.ts';

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

type Deps = Pick<DispatcherDeps, 'queue' | 'systemClock' | 'disableEndpoint'>;

/** Records the buffered results, and disables an endpoint that responded with 410 or has failed for too long. */
export const recordResults = async (
  { queue, systemClock, disableEndpoint }: Deps,
  state: DispatchState,
): Promise<void> => {
  const { buffer, endpointId } = state;
  const { results, goneEndpoint } = state.results.drain();
  const at = systemClock.now();
  const failingSince = await queue.record(endpointId, results, at);
  for (const { id } of results) buffer.remove(id);
  const { current } = state.endpointCache;
  // recording may have unblocked the next delivery of the resource
  if (current?.ordering === 'resource' && results.some(({ outcome }) => outcome.kind !== 'retry')) {
    state.mayHaveBacklog = true;
  }
  // after a 410, only the version of the endpoint that responded with it is disabled
  const endpoint = goneEndpoint ?? current;
  const reason = endpoint && reasonToDisable(endpoint, results, { failingSince, at });
  if (endpoint === undefined || reason === undefined) return;
  await disableEndpoint(endpoint, reason);
  state.endpointCache.invalidate();
  state.rereadWaiting();
};
