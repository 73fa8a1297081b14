import { type DueDelivery, isReceived } from '../delivery.ts';
import type { BufferedDelivery } from '../delivery-buffers.ts';
import { isGone, outcomeOf } from '../delivery-outcome.ts';
import type { WebhookResponse } from '../ports.ts';
import { WebhookEndpoint } from '../webhook-endpoint.ts';
import type { DispatcherDeps, DispatchState } from './dispatch-state.ts';

type Deps = Pick<DispatcherDeps, 'sender' | 'schedule' | 'random' | 'systemClock' | 'observe'>;

type Sent = Pick<BufferedDelivery, 'delivery' | 'event'> & Readonly<{ endpoint: WebhookEndpoint }>;

/** Sends one delivery and adds its result. Never throws: an unexpected error stops the dispatch. */
export const sendDelivery = async (
  deps: Deps,
  state: DispatchState,
  { delivery, event, endpoint }: Sent,
): Promise<void> => {
  const { eventId: id, sequence } = delivery;
  state.inFlight += 1;
  try {
    const secrets = WebhookEndpoint.secretsAt(endpoint, deps.systemClock.now());
    const { view: body, traceParent } = event;
    const response = await deps.sender.send({ url: endpoint.url, id, sequence, body, secrets, traceParent });
    // an attempt aborted by a stop says nothing about the receiver
    if (!state.isStopping || response.error === null) await addResult(deps, state, { delivery, response, endpoint });
  } catch (error) {
    state.failure = error;
    state.stop();
  }
  state.inFlight -= 1;
};

const OBSERVED = { succeeded: 'succeeded', retry: 'failed', failed: 'given_up' } as const;

type Answered = Readonly<{ delivery: DueDelivery; response: WebhookResponse; endpoint: WebhookEndpoint }>;

const addResult = async (
  { schedule, random, systemClock, observe }: Deps,
  state: DispatchState,
  { delivery, response, endpoint }: Answered,
): Promise<void> => {
  const delays = isReceived(response) ? [] : await schedule();
  const outcome = outcomeOf(delivery, response, { schedule: delays, random, at: systemClock.now() });
  const { retryAfterMs: _retryAfterMs, ...attempt } = response;
  state.results.add({ id: delivery.id, attempt, outcome }, endpoint);
  state.isFailing = !isReceived(response);
  if (isGone(response)) state.rereadWaiting();
  if (outcome.kind === 'retry') state.willRetry = true;
  observe({ endpointId: state.endpointId, outcome: OBSERVED[outcome.kind] });
};
