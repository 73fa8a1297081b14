import type { Turn } from '#core/events/publications.ts';
import type { ServedEndpoint } from '../delivery-queue.ts';
import { type EndpointId, MOST_ENDPOINTS } from '../webhook-endpoint.ts';
import { EndpointServing, type ServeDeps } from './serve-endpoint.ts';

/** Serves as many endpoints at once as have something due, each by itself: none waits for another. */
export type DeliverWebhooks = Readonly<{
  /** Takes on endpoints that have something due, and has those that are served look for more. */
  run(): Promise<void>;
  /** Begins nothing more; settles once nothing is under way, and other processes may serve the endpoints. */
  stop(): Promise<void>;
}>;

/** All that there may be: none waits for one that hangs. */
const MOST_SERVED = MOST_ENDPOINTS;
const CLAIMED_AT_ONCE = 50;

/** A process that ended without a word is waited for so long. */
const TURN_MS = 10_000;

/** With less than this left of it, a turn is taken anew. */
const ENOUGH_MS = 5_000;

export const makeDeliverWebhooks = (deps: ServeDeps & Readonly<{ owner: string }>): DeliverWebhooks => {
  const { queue, clock, log, owner } = deps;
  const served = new Map<EndpointId, EndpointServing>();
  const lettingGo = new Set<Promise<void>>();
  let isStopping = false;

  const turn = (): Turn => {
    const at = clock.now();
    return { owner, at, until: new Date(at.getTime() + TURN_MS) };
  };

  const renew = async (): Promise<void> => {
    const next = turn();
    const ending = [...served.values()].filter(({ turnEnds }) => turnEnds.getTime() - next.at.getTime() < ENOUGH_MS);
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

  /** Claimed while the serving before was letting go: whose turn it is by then is not known, so it is let go and claimed anew. */
  const letGo = async (before: EndpointServing, { endpointId, nudges }: ServedEndpoint): Promise<void> => {
    await before.done;
    try {
      await queue.release({ endpointId, nudges: nudges - 1 }, owner);
    } catch (error) {
      log.warn({ err: error, webhook: endpointId }, 'an endpoint could not be let go and waits until the turn ends');
    }
  };

  const takeOn = async (): Promise<void> => {
    for (let claimed = CLAIMED_AT_ONCE; claimed === CLAIMED_AT_ONCE && served.size < MOST_SERVED && !isStopping; ) {
      const next = turn();
      const endpoints = await queue.claim(next, CLAIMED_AT_ONCE);
      for (const endpoint of endpoints) {
        const { endpointId } = endpoint;
        const before = served.get(endpointId);
        if (before?.isEnding) {
          const letting = letGo(before, endpoint).then(() => void lettingGo.delete(letting));
          lettingGo.add(letting);
        } else before?.keep(next.until);
        if (before !== undefined) continue;
        const serving = new EndpointServing(deps, endpoint, next);
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
