import { reasonToDisable } from '../reason-to-disable.ts';
import type { DispatchState } from './dispatch-state.ts';
import type { DispatcherDeps } from './dispatcher-deps.ts';

type Deps = Pick<DispatcherDeps, 'queue' | 'clock' | 'disableEndpoint'>;

/** Records the buffered results, and disables an endpoint that is gone or has failed for too long. */
export const recordResults = async ({ queue, clock, disableEndpoint }: Deps, state: DispatchState): Promise<void> => {
  const { buffer, endpointId } = state;
  const { results, gone } = state.results.take();
  const at = clock.now();
  const failingSince = await queue.record(endpointId, results, at);
  for (const { id } of results) buffer.recorded(id);
  const { current } = state.endpoint;
  // recording may have unblocked the next delivery of the resource
  if (current?.ordering === 'resource' && results.some(({ outcome }) => outcome.kind !== 'retry')) {
    state.mayHaveBacklog = true;
  }
  // 410 counts for the settings that the message was sent with
  const endpoint = gone ?? current;
  const reason = endpoint && reasonToDisable(endpoint, results, { failingSince, at });
  if (endpoint === undefined || reason === undefined) return;
  await disableEndpoint(endpoint, reason);
  state.endpoint.invalidate();
  state.reread();
};
