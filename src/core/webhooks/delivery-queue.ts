// Why: docs/decisions/0018-webhook-deliveries.md

import type { LeaseRequest } from '#core/shared/lease.ts';
import type { DeliveryId, DeliveryResult, DueDelivery, NewDelivery } from './delivery.ts';
import type { EndpointId } from './webhook-endpoint.ts';

/** An endpoint leased by one owner. */
export type ClaimedEndpoint = Readonly<{
  endpointId: EndpointId;
  /** Increases whenever the endpoint gets work. */
  wakeUps: number;
}>;

/** The state of an endpoint that its owner polls. */
export type EndpointState = Readonly<{
  /** Increases whenever the endpoint gets work. */
  wakeUps: number;
  /** Undefined once the endpoint is deleted. */
  version: number | undefined;
}>;

/**
 * Pending deliveries by endpoint. One owner at a time leases an endpoint, so that its concurrency limit and order hold
 * for any number of processes; the lease of a dead owner expires.
 */
export interface DeliveryQueue {
  /**
   * Adds deliveries in this order, numbered per endpoint. Existing ones, by endpoint and event, and those of deleted
   * endpoints are skipped.
   */
  add(deliveries: readonly NewDelivery[]): Promise<void>;
  /** Claims endpoints with due deliveries and no valid lease, the longest waiting first. */
  claim(lease: LeaseRequest, limit: number): Promise<readonly ClaimedEndpoint[]>;
  /** Renews the leases of endpoints. @returns the endpoints that the owner still leases. */
  renew(endpointIds: readonly EndpointId[], lease: LeaseRequest): Promise<readonly EndpointId[]>;
  /** The states of endpoints; deleted ones without deliveries are omitted. */
  states(endpointIds: readonly EndpointId[]): Promise<ReadonlyMap<EndpointId, EndpointState>>;
  /** The deliveries due at a time, the earliest first, except those in flight. */
  due(
    endpointId: EndpointId,
    query: Readonly<{ at: Date; except: readonly DeliveryId[]; limit: number }>,
  ): Promise<readonly DueDelivery[]>;
  /**
   * Records attempts, at most one per delivery, and the deliveries' new status; responses to erased events are not
   * stored. A delivery that ends unblocks the next ordered one of its resource.
   * @returns since when the endpoint fails: the first failed attempt after the last success, or after two days without
   * a failure; null if it does not.
   */
  record(endpointId: EndpointId, results: readonly DeliveryResult[], at: Date): Promise<Date | null>;
  /**
   * Fails the pending deliveries of an endpoint unless it is enabled; at most some thousand per call.
   * @returns the number.
   */
  failPending(endpointId: EndpointId, at: Date): Promise<number>;
  /**
   * Releases the lease; the endpoint can be leased again when its next delivery is due, or at once if it got work
   * meanwhile.
   */
  release(claimed: ClaimedEndpoint, owner: string): Promise<void>;
  /**
   * Removes ended deliveries that were created before a time, and all of deleted endpoints. @returns the number, at most
   * some thousand.
   */
  removeBefore(time: Date): Promise<number>;
  /** The number of pending deliveries, counted up to a limit, and the creation time of the oldest. */
  backlog(): Promise<Readonly<{ pending: number; oldest: Date | null }>>;
}
