import type { RequestBodyOption } from 'openapi-fetch';
import type { paths } from './api.ts';

// Types of the operations in the OpenAPI document, as the methods of the client use them.

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have a method. */
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Readonly<Record<M, object>> ? P : never;
}[keyof paths];

export type Operation<P extends keyof paths, M extends Method> = Exclude<paths[P][M], undefined>;

/** The parameters of an operation by their place: `path`, `query` and `header`. */
type Parameters<O> = O extends { parameters: infer All } ? Omit<All, 'cookie'> : never;

/** How the body of a response is read, and what it is then. */
type Bodies = { text: string; blob: Blob; arrayBuffer: ArrayBuffer; stream: ReadableStream<Uint8Array<ArrayBuffer>> };

export type ParseAs = 'json' | keyof Bodies;

type JsonOf<Response> = Response extends { content: infer Content } ? Content[keyof Content] : undefined;

/** What an operation responds with; undefined for a response without a body. */
export type ResultOf<O, A extends ParseAs = 'json'> = A extends keyof Bodies
  ? Bodies[A]
  : O extends { responses: infer All }
    ? JsonOf<All[keyof All]>
    : never;

/** What every call may set. */
export type CallOptions = Readonly<{
  /** Aborts the call and its retries; the call rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Of each attempt, in milliseconds: until the response is read, or until the stream of its body begins. */
  timeoutMs?: number | undefined;
  /** How often the request may be sent again. */
  retries?: number | undefined;
}>;

/** The parameters and the body of a call. */
export type CallInit<P extends keyof paths, M extends Method, A extends ParseAs> = Parameters<Operation<P, M>> &
  RequestBodyOption<Operation<P, M>> &
  CallOptions &
  Readonly<{ parseAs?: A }>;

/** An argument that may be left out where nothing in it is required. */
export type Argument<T> = Record<never, never> extends T ? [init?: T] : [init: T];

/** Calls an operation by its path in the OpenAPI document. @throws ApiError; ConnectionError; the reason of the signal. */
export type Call<M extends Method> = <P extends PathOf<M>, A extends ParseAs = 'json'>(
  path: P,
  ...init: Argument<CallInit<P, M, A>>
) => Promise<ResultOf<Operation<P, M>, A>>;

/** The lists that have pages. */
export type ListPath = {
  [P in PathOf<'get'>]: Operation<P, 'get'> extends { parameters: { query?: infer Query } }
    ? 'cursor' extends keyof Query
      ? P
      : never
    : never;
}[PathOf<'get'>];

/** What a list consists of. */
export type ItemOf<P extends ListPath> = ResultOf<Operation<P, 'get'>> extends { data: (infer Item)[] } ? Item : never;

export type ListInit<P extends ListPath> = Parameters<Operation<P, 'get'>> &
  CallOptions &
  Readonly<{
    /** Ends the iteration after so many items. */
    maxItems?: number;
  }>;

type FileContent<P extends PathOf<'post'>> =
  Operation<P, 'post'> extends { requestBody?: { content: infer Content } }
    ? 'application/json' extends keyof Content
      ? never
      : keyof Content
    : never;

/** The operations that take a file. */
export type UploadPath = {
  [P in PathOf<'post'>]: [FileContent<P>] extends [never] ? never : P;
}[PathOf<'post'>];

/** The content of a file. */
export type FileBody = ReadableStream<Uint8Array> | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string;

export type UploadInit<P extends UploadPath> = Parameters<Operation<P, 'post'>> &
  CallOptions &
  Readonly<{
    /** The media type of the file. */
    type: FileContent<P>;
    /** A stream is sent once, without retries. */
    body: FileBody;
  }>;
