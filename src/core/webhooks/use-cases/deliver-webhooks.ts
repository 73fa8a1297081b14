import { Lease } from '#core/shared/lease.ts';
import type { ClaimedEndpoint } from '../ports.ts';
import type { DispatcherDeps } from '../steps/dispatch-state.ts';
import { EndpointDispatcher } from '../steps/endpoint-dispatcher.ts';
import { type EndpointId, MAX_ENDPOINTS } from '../webhook-endpoint.ts';

/** Dispatches due deliveries to many endpoints concurrently and independently. */
export type DeliverWebhooks = Readonly<{
  /** Claims endpoints with due deliveries, and renews the leases and polls the states of those that it has. */
  run(): Promise<void>;
  /** Starts nothing more; resolves once nothing is in flight and the leases are released. */
  stop(): Promise<void>;
}>;

/** As many as there may be endpoints, so that none waits for one that hangs. */
const MAX_DISPATCHERS = MAX_ENDPOINTS;
const CLAIM_BATCH_SIZE = 50;

export const makeDeliverWebhooks = (deps: DispatcherDeps & Readonly<{ owner: string }>): DeliverWebhooks => {
  const { queue, systemClock, log, owner } = deps;
  const dispatchers = new Map<EndpointId, EndpointDispatcher>();
  const releases = new Set<Promise<void>>();
  let isStopping = false;

  const renewLeases = async (): Promise<void> => {
    const lease = Lease.request(owner, systemClock.now());
    const expiring = [...dispatchers.values()].filter(({ leasedUntil: until }) =>
      Lease.needsRenewal({ until }, lease.at),
    );
    if (expiring.length === 0) return;
    const endpointIds = expiring.map(({ endpointId }) => endpointId);
    for (const endpointId of await queue.renew(endpointIds, lease)) dispatchers.get(endpointId)?.renew(lease.until);
  };

  const pollStates = async (): Promise<void> => {
    const states = await queue.states([...dispatchers.keys()]);
    for (const dispatcher of dispatchers.values()) dispatcher.poll(states.get(dispatcher.endpointId));
  };

  /**
   * For an endpoint that was claimed while its former dispatcher was releasing it: which came first is unknown, so the
   * lease is released and claimed again.
   */
  const releaseAfter = async (former: EndpointDispatcher, { endpointId, wakeUps }: ClaimedEndpoint): Promise<void> => {
    await former.done;
    try {
      // another number than the queue's makes the endpoint claimable at once
      await queue.release({ endpointId, wakeUps: wakeUps - 1 }, owner);
    } catch (error) {
      log.warn({ err: error, webhook: endpointId }, 'webhook release failed; waiting for the lease to expire');
    }
  };

  const start = (claimed: ClaimedEndpoint, lease: ReturnType<typeof Lease.request>): void => {
    const { endpointId } = claimed;
    const former = dispatchers.get(endpointId);
    if (former?.isReleasing) {
      const release = releaseAfter(former, claimed).then(() => void releases.delete(release));
      releases.add(release);
    } else if (former !== undefined) {
      former.renew(lease.until);
    } else {
      const dispatcher = new EndpointDispatcher(deps, claimed, lease);
      dispatchers.set(endpointId, dispatcher);
      void dispatcher.done.then(() => dispatchers.delete(endpointId));
    }
  };

  const claimEndpoints = async (): Promise<void> => {
    while (dispatchers.size < MAX_DISPATCHERS && !isStopping) {
      const lease = Lease.request(owner, systemClock.now());
      const claimed = await queue.claim(lease, CLAIM_BATCH_SIZE);
      for (const endpoint of claimed) start(endpoint, lease);
      if (claimed.length < CLAIM_BATCH_SIZE) return;
    }
  };

  return {
    async run() {
      if (dispatchers.size > 0) {
        await renewLeases();
        await pollStates();
      }
      await claimEndpoints();
    },

    async stop() {
      isStopping = true;
      for (const dispatcher of dispatchers.values()) dispatcher.stop();
      await Promise.all([...[...dispatchers.values()].map(({ done }) => done), ...releases]);
    },
  };
};
