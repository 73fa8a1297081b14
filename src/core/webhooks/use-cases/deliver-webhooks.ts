import type { Lease } from '#core/events/publisher-offsets.ts';
import type { ClaimedEndpoint } from '../delivery-queue.ts';
import { type EndpointId, MAX_ENDPOINTS } from '../webhook-endpoint.ts';
import { type DispatcherDeps, EndpointDispatcher } from './endpoint-dispatcher.ts';

/** Dispatches due deliveries to many endpoints concurrently and independently. */
export type DeliverWebhooks = Readonly<{
  /** Leases endpoints with due deliveries, and wakes the dispatchers of leased ones. */
  run(): Promise<void>;
  /** Starts nothing more; resolves once nothing is in flight and the leases are released. */
  stop(): Promise<void>;
}>;

/** As many as there may be endpoints, so that none waits for one that hangs. */
const MAX_DISPATCHERS = MAX_ENDPOINTS;
const CLAIM_BATCH_SIZE = 50;

/** How long the endpoints of a dead process wait. */
const LEASE_DURATION_MS = 10_000;

/** A lease with less time left is renewed. */
const RENEW_BEFORE_MS = 5_000;

export const makeDeliverWebhooks = (deps: DispatcherDeps & Readonly<{ owner: string }>): DeliverWebhooks => {
  const { queue, clock, log, owner } = deps;
  const served = new Map<EndpointId, EndpointDispatcher>();
  const lettingGo = new Set<Promise<void>>();
  let isStopping = false;

  const turn = (): Lease => {
    const at = clock.now();
    return { owner, at, until: new Date(at.getTime() + LEASE_DURATION_MS) };
  };

  const renew = async (): Promise<void> => {
    const next = turn();
    const ending = [...served.values()].filter(
      ({ turnEnds }) => turnEnds.getTime() - next.at.getTime() < RENEW_BEFORE_MS,
    );
    if (ending.length === 0) return;
    const kept = await queue.renew(
      ending.map(({ endpointId }) => endpointId),
      next,
    );
    for (const endpointId of kept) served.get(endpointId)?.keep(next.until);
  };

  const seeToServed = async (): Promise<void> => {
    if (served.size === 0) return;
    await renew();
    const states = await queue.states([...served.keys()]);
    for (const serving of served.values()) serving.look(states.get(serving.endpointId));
  };

  /**
   * Claimed while its former dispatcher was releasing it: the state of the lease is unknown, so it is released and
   * claimed again.
   */
  const letGo = async (before: EndpointDispatcher, { endpointId, nudges }: ClaimedEndpoint): Promise<void> => {
    await before.done;
    try {
      await queue.release({ endpointId, nudges: nudges - 1 }, owner);
    } catch (error) {
      log.warn(
        { err: error, webhook: endpointId },
        'an endpoint could not be released; waiting for its lease to expire',
      );
    }
  };

  const takeOn = async (): Promise<void> => {
    for (
      let claimed = CLAIM_BATCH_SIZE;
      claimed === CLAIM_BATCH_SIZE && served.size < MAX_DISPATCHERS && !isStopping;
    ) {
      const next = turn();
      const endpoints = await queue.claim(next, CLAIM_BATCH_SIZE);
      for (const endpoint of endpoints) {
        const { endpointId } = endpoint;
        const before = served.get(endpointId);
        if (before?.isEnding) {
          const letting = letGo(before, endpoint).then(() => void lettingGo.delete(letting));
          lettingGo.add(letting);
        } else before?.keep(next.until);
        if (before !== undefined) continue;
        const serving = new EndpointDispatcher(deps, endpoint, next);
        served.set(endpointId, serving);
        void serving.done.then(() => served.delete(endpointId));
      }
      claimed = endpoints.length;
    }
  };

  return {
    async run() {
      await seeToServed();
      await takeOn();
    },

    async stop() {
      isStopping = true;
      for (const serving of served.values()) serving.stop();
      await Promise.all([...[...served.values()].map(({ done }) => done), ...lettingGo]);
    },
  };
};
