import type Joi from 'joi';
import type { IdPrefix } from '#core/capabilities.ts';
import type { Id } from '#core/shared/id.ts';
import type { Work } from '#core/storage.ts';
import type { Table } from '../request/csv.ts';
import type { FileBody } from '../request/file-body.ts';
import type {
  ApiRequest,
  ApiResponse,
  DescribeFile,
  DownloadFile,
  EventStreamRoute,
  LiveSubscription,
  OperationDescription,
  PageResponse,
  Route,
  UploadBody,
  UploadResponse,
  UploadRoute,
} from './route.ts';

type PathId<Prefix> = [Prefix] extends [never] ? undefined : Id<Extract<Prefix, string>>;

/** A description whose schemas and id prefixes determine the type of the request. */
type Typed<Query, Body, Prefix, Nested> = Omit<OperationDescription, 'query' | 'body' | 'id' | 'nested' | 'isCostly'> &
  Readonly<{
    id?: Prefix;
    nested?: Readonly<{ name: string; prefix: Nested }>;
    query?: Joi.ObjectSchema<Query>;
    body?: Joi.ObjectSchema<Body>;
    isCostly?: (request: RequestOf<Query, Body, Prefix, Nested>) => boolean;
  }>;

type RequestOf<Query, Body, Prefix, Nested> = ApiRequest<Query, Body, PathId<Prefix>, PathId<Nested>>;

/** A request without a body. */
export type ReadRequest<Query, Prefix> = RequestOf<Query, undefined, Prefix, never>;

/** Reads have the method GET. */
type TypedRead<Query, Prefix, Nested> = Omit<Typed<Query, undefined, Prefix, Nested>, 'method'>;

/** Describes an operation that only reads. */
export const readOperation = <Query = undefined, Prefix extends IdPrefix = never, Nested extends IdPrefix = never>(
  operation: TypedRead<Query, Prefix, Nested> &
    Readonly<{
      read: (request: RequestOf<Query, undefined, Prefix, Nested>) => Promise<ApiResponse | PageResponse>;
      readTable?: (request: RequestOf<Query, undefined, Prefix, Nested>) => Promise<Table>;
    }>,
): Route => untyped({ ...operation, method: 'get' });

/** Describes an operation that writes. Its query also has `dry_run`, which the pipeline handles. */
export const writeOperation = <
  Body = undefined,
  Prefix extends IdPrefix = never,
  Nested extends IdPrefix = never,
  Query = undefined,
>(
  operation: Typed<Query, Body, Prefix, Nested> &
    Readonly<{
      write: (request: RequestOf<Query, Body, Prefix, Nested>) => Promise<Work<ApiResponse>> | Work<ApiResponse>;
      afterCommit?: (request: RequestOf<Query, Body, Prefix, Nested>) => Promise<void>;
    }>,
): Route => untyped(operation);

/** Describes an operation that writes a file, which is the body. Its query also has `dry_run`. */
export const fileOperation = (
  operation: Omit<OperationDescription, 'method' | 'query' | 'body' | 'id' | 'nested'> &
    Required<Pick<OperationDescription, 'file'>> &
    Readonly<{ write: (request: RequestOf<undefined, FileBody, never, never>) => Promise<Work<ApiResponse>> }>,
): Route => untyped({ ...operation, method: 'post' });

/** Describes an operation that sends a file of any length. */
export const downloadOperation = <Type extends string, Query = undefined, Prefix extends IdPrefix = never>(
  operation: TypedRead<Query, Prefix, never> &
    Readonly<{
      files: readonly [DownloadFile<Type>, ...DownloadFile<Type>[]];
      download: (
        request: RequestOf<Query, undefined, Prefix, never>,
        type: Type,
        describe: DescribeFile,
      ) => AsyncIterable<string | Uint8Array>;
      isReady?: boolean;
    }>,
): Route => untyped({ ...operation, method: 'get' });

/** Describes an operation that stores a body of any length while it arrives. */
export const uploadOperation = <Query = undefined>(
  operation: TypedRead<Query, never, never> &
    Pick<UploadRoute, 'uploads'> &
    Readonly<{
      upload: (request: RequestOf<Query, undefined, never, never>, body: UploadBody) => Promise<UploadResponse>;
    }>,
): Route => untyped({ ...operation, method: 'post' });

/** Describes an operation that sends events as they happen. */
export const eventStreamOperation = <Query = undefined>(
  operation: TypedRead<Query, never, never> &
    Pick<EventStreamRoute, 'messages' | 'isResumable'> &
    Readonly<{
      /** @param lastEventId From `Last-Event-ID`. */
      subscribe: (
        request: RequestOf<Query, undefined, never, never>,
        lastEventId: string | undefined,
      ) => Promise<LiveSubscription>;
    }>,
): Route => untyped({ ...operation, method: 'get' });

/** The only place that drops the types of requests: the pipeline has validated a request before it calls a handler. */
const untyped = (operation: object): Route => operation as Route;
