import type { Lease } from '#core/events/publisher-offsets.ts';
import type { DeliveryId, DeliveryResult, DueDelivery, NewDelivery } from './delivery.ts';
import type { EndpointId } from './webhook-endpoint.ts';

/** An endpoint that one owner serves for a while. */
export type ClaimedEndpoint = Readonly<{
  endpointId: EndpointId;
  /** How often it was given something to do; one more whenever it is. */
  nudges: number;
}>;

/** What whoever serves an endpoint has to know of it at once. */
export type EndpointState = Readonly<{
  /** How often it was given something to do. */
  nudges: number;
  /** Undefined once it is gone. */
  version: number | undefined;
}>;

/**
 * What is to be sent, endpoint by endpoint. One owner at a time serves an endpoint, so that its limits and its order hold
 * whatever the number of processes; owners that end without a word lose their turn when its time is over.
 */
export interface DeliveryQueue {
  /**
   * Adds deliveries in this order, numbered on for each endpoint. Those that are there already, by endpoint and event,
   * stay as they are, as do those for endpoints that are gone.
   */
  add(deliveries: readonly NewDelivery[]): Promise<void>;
  /** Takes endpoints that have something due and that nobody serves, those first that wait longest. */
  claim(turn: Lease, limit: number): Promise<readonly ClaimedEndpoint[]>;
  /** Keeps the turn at endpoints. @returns those that the owner still serves. */
  renew(endpointIds: readonly EndpointId[], turn: Lease): Promise<readonly EndpointId[]>;
  /** How endpoints stand; those of which nothing is left are left out. */
  states(endpointIds: readonly EndpointId[]): Promise<ReadonlyMap<EndpointId, EndpointState>>;
  /** What is due at a time, the longest due first, but for those that are under way. */
  due(
    endpointId: EndpointId,
    query: Readonly<{ at: Date; except: readonly DeliveryId[]; limit: number }>,
  ): Promise<readonly DueDelivery[]>;
  /**
   * Records attempts, at most one for each delivery, and what becomes of the deliveries; without the answers to events that
   * were erased. One that came to an end lets the resource's next ordered one go.
   * @returns since when the endpoint fails: the first failed attempt after the last that succeeded, or after two days
   * without any; null if it does not.
   */
  record(endpointId: EndpointId, results: readonly DeliveryResult[], at: Date): Promise<Date | null>;
  /**
   * Gives up what was to be sent to an endpoint, unless it is enabled, by now or again; at most some thousand.
   * @returns how many.
   */
  giveUp(endpointId: EndpointId, at: Date): Promise<number>;
  /** Ends the turn; the endpoint is claimed again when its next delivery is due, or at once if it was nudged since. */
  release(served: ClaimedEndpoint, owner: string): Promise<void>;
  /** Removes deliveries that ended before a time, and those of endpoints that are gone. @returns how many, at most some thousand. */
  removeBefore(time: Date): Promise<number>;
  /** What waits: how many deliveries, counted up to a bound, and when the oldest of them was added. */
  backlog(): Promise<Readonly<{ pending: number; oldest: Date | null }>>;
}
