import type Joi from 'joi';
import type { Context } from 'koa';
import type { Scope } from '#core/access/scope.ts';
import type { IdPrefix, TagName } from '#core/capabilities.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { ExpectedVersions } from '#core/shared/expected-version.ts';
import type { IdempotencyKey } from '#core/shared/idempotency.ts';
import type { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import type { Table } from '../request/csv.ts';
import type { RequestState } from '../request/request-state.ts';
import type { MessageSubscription } from '../responses/event-stream.ts';
import type { Translate } from '../versions/api-versions.ts';

/** Koa's context of a request that a route was found for. */
export type RouteContext = Context & { state: RequestState; params: Record<string, string> };

/**
 * Who may call an operation. `scope`: holders of the scope; with `own`, also callers without it, whom the use case
 * restricts to their own resources. `any_scope`: holders of one of the scopes or more. `optional`: everybody; a credential may show more. `open`: everybody; a credential
 * changes nothing. `authenticated`: every authenticated caller. `session`: sessions only. A route without access rejects all.
 */
export type Access =
  | Readonly<{ kind: 'scope'; scope: Scope; own?: boolean }>
  | Readonly<{ kind: 'any_scope'; scopes: readonly Scope[] }>
  | Readonly<{ kind: 'optional' }>
  | Readonly<{ kind: 'open' }>
  | Readonly<{ kind: 'authenticated' }>
  | Readonly<{ kind: 'session' }>;

/** A client's idempotency key, and the fingerprint that distinguishes requests under the same key. */
export type RequestIdempotency = Readonly<{
  key: IdempotencyKey;
  fingerprint: string;
  /** The fingerprints by former secret keys. */
  formerFingerprints: readonly string[];
}>;

/** A request that was validated against its route. */
export type ApiRequest<Query = unknown, Body = unknown, PathId = unknown, NestedId = unknown> = Readonly<{
  /** Anonymous without a credential. */
  actor: Actor;
  /** `{id}` of the path, if any. */
  id: PathId;
  /** The second id of the path, if any. */
  nestedId: NestedId;
  query: Query;
  body: Body;
  /** From `If-Match`. */
  expected: ExpectedVersions;
  /** The client's address. */
  address: string;
  /** The client's `User-Agent`; empty without one. */
  userAgent: string;
  /** Whether the work will be rolled back. */
  isDryRun: boolean;
  idempotency: RequestIdempotency | undefined;
}>;

export type ApiResponse = Readonly<{
  status: 200 | 201 | 202 | 204;
  /** The resource, or its JSON text. */
  body?: object | Json<unknown>;
  /** The resource's. A response with one has an ETag: a digest of what the next read shows its caller. */
  version?: number;
  /** Whether a response without a version has an ETag. */
  hasETag?: true;
  /** What the next read shows, if that is not the body; null if the caller cannot read it, whose ETag is the version. */
  shown?: object | null;
  /** The path of the created resource. */
  location?: string;
  /** The types of the events that the write would emit: of a dry run that appends none. */
  emits?: readonly string[];
}>;

/** A page of a list. */
export type PageResponse = Readonly<{
  /** The JSON text, in parts. */
  parts: readonly string[];
  /** The path of the next page. */
  next: string | null;
}>;

/** The access rule of the operation of each action that a resource may show. */
export type ActionRules = Readonly<Record<string, Access>>;

type ResponseDoc = Readonly<{ description: string; schema?: Joi.ObjectSchema }>;

/** The description of an operation without its handler. */
export type OperationDescription = Readonly<{
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Ids are `{id}` and `{<nested.name>}`. */
  path: string;
  /** The prefix of the path's id. */
  id?: IdPrefix;
  /** The second id of the path. */
  nested?: Readonly<{ name: string; prefix: IdPrefix }>;
  operationId: string;
  summary: string;
  description: string;
  access: Access;
  query?: Joi.ObjectSchema;
  body?: Joi.ObjectSchema;
  /** The body, if it is a file instead of JSON. */
  file?: Readonly<{ mediaTypes: readonly string[]; maxBytes: number; description: string }>;
  /** Whether the body may be omitted. */
  bodyOptional?: boolean;
  /** How many JSON values the body may contain; 2,000 if omitted. */
  maxValues?: number;
  /** The media type of a read's response, if it is other JSON than `application/json`. */
  mediaType?: string;
  /** Whether the resource has an ETag, which `If-Match` and `If-None-Match` refer to. */
  versioned?: boolean;
  /** The members of the response that are secrets: its idempotency record is encrypted, and a dry run omits them. */
  secretMembers?: readonly string[];
  /** Rejects card numbers anywhere in the body; other bodies are searched in `metadata` only. */
  scansForCardNumbers?: boolean;
  /** Whether the preparation has effects outside the storage. */
  hasExternalEffects?: boolean;
  /** Whether nothing records these effects before they happen, so that the idempotency key is reserved meanwhile. */
  reservesKey?: boolean;
  /** Whether a request takes so long that only a few of its kind run at one time. */
  isCostly?: (request: ApiRequest) => boolean;
  /**
   * Whether attempts, of all callers or of visitors, have a limit of their own. The idempotency key is reserved before they
   * are counted, so that a repetition is not.
   */
  isThrottled?: boolean | 'visitors';
  responses: Readonly<Partial<Record<200 | 201 | 202 | 204, ResponseDoc>>>;
  /** The actions that an `invalid_state` problem may name: it names only those that the caller may do. */
  actions?: ActionRules;
  /** Turns requests of an older version of the API into those that this describes. */
  fromOlder?: Readonly<{ query: Translate; body: Translate }>;
  /** Error codes in addition to those that follow from the rest. */
  problems?: readonly string[];
}>;

export type ReadRoute = OperationDescription &
  Readonly<{
    read: (request: ApiRequest) => Promise<ApiResponse | PageResponse>;
    /** The table that clients get who prefer CSV. */
    readTable?: (request: ApiRequest) => Promise<Table>;
  }>;

/** A write: prepared outside the transaction, then run in it, or run and rolled back with `dry_run`. */
export type WriteRoute = OperationDescription &
  Readonly<{
    write: (request: ApiRequest) => Promise<Work<ApiResponse>> | Work<ApiResponse>;
    /** What follows a commit, before the response is sent. It must not fail, and may be skipped by a crash. */
    afterCommit?: (request: ApiRequest) => Promise<void>;
  }>;

/** A file of any length, sent in chunks. */
export type DownloadRoute = OperationDescription &
  Readonly<{
    /** One for each media type that a client may accept; the first by default. */
    files: readonly [DownloadFile, ...DownloadFile[]];
    /**
     * @param type The media type of the file.
     * @param describe Tells more of the file, before its first chunk.
     */
    download: (request: ApiRequest, type: string, describe: DescribeFile) => AsyncIterable<string | Uint8Array>;
    /** Whether its parts need no work, so that they wait for no turn. */
    isReady?: boolean;
  }>;

export type DownloadFile<Type = string> = Readonly<{ type: Type; name: string }>;

/** What may be known of a file once it is read: another name, and how long it may be kept by whom. */
export type FileDetails = Readonly<{ name: string; etag: string; lastModified: Date; maxAgeSeconds: number }>;

export type DescribeFile = (details: Partial<FileDetails>) => void;

/** A write with a body of any length, which is stored while it arrives. It takes care of idempotency and dry runs. */
export type UploadRoute = OperationDescription &
  Readonly<{
    /** The media types of the body, each with an example. */
    uploads: Readonly<Record<string, string>>;
    upload: (request: ApiRequest, body: UploadBody) => Promise<UploadResponse>;
  }>;

export type UploadBody = Readonly<{ type: string; chunks: AsyncIterable<Uint8Array> }>;

/** `isReplayed`: the result of an earlier request with the same idempotency key. */
export type UploadResponse = ApiResponse & Readonly<{ isReplayed?: boolean }>;

/** A subscription, and whether its caller may still have it. */
export type LiveSubscription = Readonly<{
  subscription: MessageSubscription;
  isStillAllowed: (actor: Actor) => boolean;
}>;

/** Server-sent events until the client disconnects or loses access. */
export type EventStreamRoute = OperationDescription &
  Readonly<{
    /** The `data` of the messages. */
    messages: Joi.Schema;
    /** Whether a stream continues after `Last-Event-ID`. */
    isResumable: boolean;
    /** @param lastEventId From `Last-Event-ID`. */
    subscribe: (request: ApiRequest, lastEventId: string | undefined) => Promise<LiveSubscription>;
  }>;

/** A webhook of a payment gateway, passed on unparsed because its signature covers the exact bytes. */
export type GatewayWebhookRoute = OperationDescription &
  Readonly<{
    receive: (request: GatewayWebhookRequest) => Promise<void>;
    /** Any if omitted. */
    mediaTypes?: readonly string[] | undefined;
  }>;

export type GatewayWebhookRequest = Readonly<{
  /** Names are in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}>;

/** An operation of the API: the source of the router, the validation, the access check and the OpenAPI document. */
export type Route = ReadRoute | WriteRoute | UploadRoute | DownloadRoute | EventStreamRoute | GatewayWebhookRoute;

/** A route under a tag of the OpenAPI document. */
export type TaggedRoute = Route & Readonly<{ tag: TagName }>;

export const tagged = (tag: TagName, routes: readonly Route[]): TaggedRoute[] =>
  routes.map((route) => ({ ...route, tag }));
