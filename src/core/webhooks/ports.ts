// Why: docs/decisions/0018-webhook-deliveries.md

import type { AccessTx } from '#core/access/ports.ts';
import type { Id } from '#core/shared/id.ts';
import type { LeaseRequest } from '#core/shared/lease.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Json, Page } from '#core/shared/page.ts';
import type { TraceParent } from '#core/shared/tracing.ts';
import type {
  Attempt,
  DeliveryId,
  DeliveryResult,
  DeliveryStatus,
  DeliveryView,
  DueDelivery,
  deliveryList,
  NewDelivery,
} from './delivery.ts';
import type { OwnedEndpoint } from './endpoint-access.ts';
import type { EndpointId, WebhookEndpoint } from './webhook-endpoint.ts';
import type { endpointList, RecentDeliveries, ShownEndpointView } from './webhook-endpoint-view.ts';

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

/** The past events to deliver again. */
export type ReplayRange = Readonly<{
  from: Date;
  /** Inclusive. */
  to: Date;
  /** Event types; the endpoint's own if omitted. */
  types: readonly string[];
  /** Only deliveries with this status; all, and events without a delivery, if omitted. */
  status?: DeliveryStatus | undefined;
  /** The maximum number, the oldest first. */
  limit: number;
}>;

/** Retries, replays and erasure of deliveries. */
export interface DeliveryRepository {
  /**
   * Schedules a delivery again with the full retry schedule.
   * @returns the delivery after the change. @throws DomainError `not_found`
   */
  retry(endpointId: EndpointId, id: DeliveryId, at: Date): Promise<Json<DeliveryView>>;
  /**
   * Delivers events again, or for the first time, in their order under new sequence numbers.
   * @returns the number, and the time of the last event if there may be more.
   */
  replay(
    endpoint: WebhookEndpoint,
    range: ReplayRange,
    at: Date,
  ): Promise<Readonly<{ count: number; last: Date | null }>>;
  /** Makes an endpoint with pending deliveries due at a time, and notifies its owner. */
  wake(endpointId: EndpointId, at: Date): Promise<void>;
  /** What has become of the latest deliveries to an endpoint. */
  countRecent(endpointId: EndpointId): Promise<RecentDeliveries>;
  /** Empties the stored responses to events of resources, permanently. */
  erase(resourceIds: readonly Id[]): Promise<void>;
}

/** By whom endpoints were set up. */
export type SetUpBy = Readonly<{
  sessions: readonly Id<'ses'>[];
  keys: readonly Id<'key'>[];
  /** The user whose endpoints are all meant; null for none but the others. */
  ownerId: Id<'usr'> | null;
}>;

export interface WebhookEndpointRepository {
  /** @throws DomainError `not_found` */
  get(id: EndpointId): Promise<WebhookEndpoint>;
  /** Locks the endpoints of a user, in the order of their ids. */
  listOf(ownerId: Id<'usr'>): Promise<readonly WebhookEndpoint[]>;
  /** Locks the endpoints that one of some credentials set up, and those of an owner, in the order of their ids. */
  listSetUpBy(query: SetUpBy): Promise<readonly WebhookEndpoint[]>;
  add(endpoint: WebhookEndpoint): Promise<void>;
  /** Stores a changed endpoint. @throws DomainError `conflict` if its version changed since it was read. */
  save(endpoint: WebhookEndpoint): Promise<void>;
  /**
   * Removes an endpoint; its deliveries are no longer sent and are removed soon after. @throws DomainError `not_found`
   */
  remove(id: EndpointId): Promise<void>;
  /** The number of endpoints. */
  count(): Promise<number>;
}

export interface WebhookQueries {
  /** With an owner, only an endpoint of this user. */
  find(id: EndpointId, ownerId?: Id<'usr'> | undefined): Promise<Found<ShownEndpointView> | undefined>;
  /** The newest first; with an owner, only the endpoints of this user. */
  list(query: ListQuery<typeof endpointList>, ownerId?: Id<'usr'> | undefined): Promise<Page<ShownEndpointView>>;
  /** An endpoint with its secrets. */
  findEndpoint(id: EndpointId): Promise<OwnedEndpoint | undefined>;
  listEnabled(): Promise<readonly OwnedEndpoint[]>;
  listDeliveries(endpointId: EndpointId, query: ListQuery<typeof deliveryList>): Promise<Page<DeliveryView>>;
  findDelivery(endpointId: EndpointId, id: DeliveryId): Promise<Found<DeliveryView> | undefined>;
}

/** Generates signing secrets. */
export interface WebhookSecrets {
  /** A new secret (`whsec_` and 32 random bytes in base 64), and its encrypted form. */
  make(): Readonly<{ secret: string; encrypted: string }>;
}

/** A message to an endpoint. */
export type WebhookMessage = Readonly<{
  url: string;
  /** `webhook-id`: the event's id, the same for every attempt. */
  id: string;
  /** `webhook-sequence`; omitted for a test. */
  sequence?: number | undefined;
  body: string;
  /** Encrypted, the newest first; the message is signed with each. */
  secrets: readonly string[];
  /** The span that recorded the event, where it was traced; sent as `traceparent`. */
  traceParent?: TraceParent | null | undefined;
}>;

/** The result of an attempt. */
export type WebhookResponse = Attempt &
  Readonly<{
    /** The parsed `Retry-After` in milliseconds; null if absent or invalid. */
    retryAfterMs: number | null;
  }>;

/** Sends messages over HTTP, signed by Standard Webhooks. */
export interface WebhookSender {
  /**
   * Sends a message and returns the result within 15 seconds; failures of the receiver are results, not exceptions.
   * Redirects are not followed, and forbidden addresses are not connected to.
   */
  send(message: WebhookMessage): Promise<WebhookResponse>;
}

/** Decides which URLs are allowed targets. */
export interface WebhookTargets {
  /** Why the URL itself is not allowed; undefined if it is. */
  urlError(url: string): string | undefined;
  /**
   * Why a URL, with its resolved addresses, is not allowed, as a message; undefined if it is. A name that does not
   * resolve is allowed.
   */
  errorOf(url: string): Promise<string | undefined>;
}

/** The part of a transaction that the use cases of webhooks need. */
export type WebhooksTx = Readonly<{ webhooks: WebhookEndpointRepository; deliveries: DeliveryRepository }> & AccessTx;
