import type Joi from 'joi';
import type { Scope } from '#core/access/scope.ts';
import type { IdPrefix, TagName } from '#core/capabilities.ts';
import type { EventSubscription } from '#core/events/use-cases/subscribe-to-events.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { ExpectedVersions } from '#core/shared/expected-version.ts';
import type { IdempotencyKey } from '#core/shared/idempotency.ts';
import type { Json } from '#core/shared/page.ts';
import type { Work } from '#core/unit-of-work.ts';

/**
 * Who may call: nobody but by a scope, anybody, anybody recognised, or a session alone. With `own`, those too who lack
 * the scope but have what is their own: the use case holds them to it. A route without any of these is for nobody.
 */
export type Access =
  | Readonly<{ kind: 'scope'; scope: Scope; own?: boolean }>
  | Readonly<{ kind: 'optional' }>
  | Readonly<{ kind: 'open' }>
  | Readonly<{ kind: 'any_key' }>
  | Readonly<{ kind: 'session' }>;

/** A request whose every part was checked against its route. */
export type ApiRequest<Q = unknown, B = unknown> = Readonly<{
  /** Anonymous where a route may be called without a key, and was. */
  actor: Actor;
  /** The path's id, of the route's prefix; empty where the path has none. */
  id: string;
  /** The id of what is inside of that; empty where the path has none. */
  nestedId: string;
  query: Q;
  body: B;
  /** From `If-Match`. */
  expected: ExpectedVersions;
  /** The client's address. */
  address: string;
  /** Whether the work will be undone. */
  isDryRun: boolean;
  /** What the client calls the request, by `Idempotency-Key`, and what tells it from another of that name. */
  named: Readonly<{ name: IdempotencyKey; fingerprint: string }> | undefined;
}>;

export type ApiResponse = Readonly<{
  status: 200 | 201 | 202 | 204;
  /** The resource or list, or its JSON text. */
  body?: object | Json<unknown>;
  /** Sent as the ETag. */
  version?: number;
  /** The path of what was made. */
  location?: string;
  /** Where the next page is. */
  next?: string | null;
}>;

type AnswerDoc = Readonly<{ description: string; schema?: Joi.Schema }>;

type Described = Readonly<{
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `{id}` where an id stands. */
  path: string;
  /** The prefix of the path's id. */
  id?: IdPrefix;
  /** The id of something inside of that, and what the path calls it. */
  inner?: Readonly<{ name: string; prefix: IdPrefix }>;
  operationId: string;
  tag: TagName;
  summary: string;
  description: string;
  access: Access;
  query?: Joi.ObjectSchema;
  body?: Joi.ObjectSchema;
  /** Whether the body may be left out. */
  bodyOptional?: boolean;
  /** Whether `If-Match` and `If-None-Match` mean something here. */
  versioned?: boolean;
  /** Whether the answer holds a secret, which is kept encrypted where it is kept. */
  secret?: boolean;
  /** Whether a card's number may stand nowhere in the body; of other bodies, it may not in `metadata`. */
  isOfPayments?: boolean;
  /** Whether something outside the storage is done before the transaction. */
  callsOutside?: boolean;
  responses: Readonly<Partial<Record<200 | 201 | 202 | 204, AnswerDoc>>>;
  /** Codes of the refusals beyond those that follow from the rest. */
  problems?: readonly string[];
}>;

/** Reads and answers. */
type ReadRoute = Described & Readonly<{ read: (request: ApiRequest<never, never>) => Promise<ApiResponse> }>;

/** Prepares what needs no transaction, and gives the work that does; HTTP runs it, keeps its answer or rehearses it. */
export type WriteRoute = Described &
  Readonly<{ write: (request: ApiRequest<never, never>) => Promise<Work<ApiResponse>> | Work<ApiResponse> }>;

/** Reads and answers with a text of any length, piece by piece. */
export type DownloadRoute = Described &
  Readonly<{
    /** What the text is, and what a browser may call the file. */
    streams: Readonly<{ type: string; filename: string }>;
    stream: (request: ApiRequest<never, never>) => AsyncIterable<string>;
  }>;

/** Tells of events for as long as the caller follows them. */
export type EventStreamRoute = Described &
  Readonly<{
    /** @param lastEventId From `Last-Event-ID`. */
    follow: (request: ApiRequest<never, never>, lastEventId: string | undefined) => Promise<EventSubscription>;
  }>;

/** Takes what another service sends in its own form, as it came; who has sent it, the signature tells. */
export type GatewayWebhookRoute = Described & Readonly<{ receive: (request: GatewayWebhookRequest) => Promise<void> }>;

export type GatewayWebhookRequest = Readonly<{
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}>;

/** One operation of the API: the router, the validation and the OpenAPI document all read it here. */
export type Route = ReadRoute | WriteRoute | DownloadRoute | EventStreamRoute | GatewayWebhookRoute;

/** The same work, which answers that it is done. */
export const noContent =
  (work: Work<unknown>): Work<ApiResponse> =>
  async (tx) => {
    await work(tx);
    return { status: 204 };
  };
