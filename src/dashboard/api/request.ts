import { ApiError, type Problem } from './api-error.ts';
import type { components, paths } from './schema.ts';

/** The resources of the API by their names in the OpenAPI document. */
export type Schemas = components['schemas'];

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Operation<P extends keyof paths, M extends Method> = Exclude<paths[P][M], undefined>;

/** The paths that have a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Readonly<Record<M, object>> ? P : never;
}[keyof paths];

type Parameters<O, Place extends 'path' | 'query'> = O extends { parameters: infer All }
  ? All extends Partial<Record<Place, infer Values>>
    ? Exclude<Values, undefined>
    : never
  : never;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;

/** What an operation responds with. */
export type ResultOf<P extends PathOf<M>, M extends Method = 'get'> =
  Operation<P, M> extends { responses: infer All } ? JsonOf<All[keyof All]> : never;

/** The body of an operation. */
type BodyOf<P extends PathOf<M>, M extends Method> =
  Operation<P, M> extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : undefined;

type Values = Readonly<Record<string, unknown>>;

/** A request as it is sent; `request` has the types of each operation. */
export type AnyRequest = Readonly<{
  method: Method;
  path: string;
  params?: Values | undefined;
  query?: Values;
  body?: unknown;
  /** The entity tag that the resource must still have. */
  ifMatch?: string | undefined;
  /** One per action of the user: repeating the request repeats no effect. */
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
}>;

export type Options<P extends PathOf<M>, M extends Method> = Readonly<{
  params?: Parameters<Operation<P, M>, 'path'>;
  query?: Parameters<Operation<P, M>, 'query'>;
  body?: BodyOf<P, M>;
}> &
  Pick<AnyRequest, 'ifMatch' | 'idempotencyKey' | 'signal'>;

/** A response with the entity tag of its resource. */
export type Loaded<T> = Readonly<{ data: T; etag: string | undefined }>;

/** The entity tag of a version of a resource. */
export const etagOf = (version: number): string => `"${version}"`;

/** Called when the session has ended. */
let onSignedOut = (): void => {};

export const whenSignedOut = (callback: () => void): void => {
  onSignedOut = callback;
};

/** Called when the user must add a second factor first. */
let onEnrolment = (): void => {};

export const whenEnrolmentIsRequired = (callback: () => void): void => {
  onEnrolment = callback;
};

/** Calls an operation of the API. @throws ApiError with the problem, or if the service cannot be reached. */
export const request = async <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  options: Options<P, M> = {},
): Promise<Loaded<ResultOf<P, M>>> => send({ method, path, ...options } as AnyRequest);

/** Calls a path that is known only when the dashboard runs. The caller says what it responds with. */
export const send = async <T>(request: AnyRequest): Promise<Loaded<T>> => {
  const response = await respond(request);
  const text = await response.text().catch(rejectUnreachable);
  return {
    data: text === '' ? undefined : parse(text),
    etag: response.headers.get('ETag') ?? undefined,
  } as Loaded<T>;
};

/** Something between the browser and the service may respond instead, with a page. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw ApiError.unreachable();
  }
};

/** Reads a path as a file of a media type. @throws ApiError like `send`. */
export const download = async (path: string, mediaType: string): Promise<Blob> => {
  const response = await respond({ method: 'get', path }, mediaType);
  return response.blob().catch(rejectUnreachable);
};

const respond = async (request: AnyRequest, accept = 'application/json'): Promise<Response> => {
  const { method, path, params, query, body, signal } = request;
  const response = await fetch(urlOf(path, params, query), {
    method: method.toUpperCase(),
    headers: headersOf(request, accept),
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch(rejectUnreachable);
  if (response.ok) return response;
  const error = new ApiError(problemOf(response, await response.text().catch(rejectUnreachable)));
  if (error.isSignedOut) onSignedOut();
  if (error.asksForEnrolment) onEnrolment();
  throw error;
};

/** The address of an operation with its parameters. */
export const urlOf = (path: string, params: Values = {}, query: Values = {}): string => {
  const address = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== '') search.append(name, String(one));
    }
  }
  return search.size === 0 ? address : `${address}?${search}`;
};

const headersOf = ({ body, ifMatch, idempotencyKey }: AnyRequest, accept: string): Headers => {
  const headers = new Headers({ Accept: accept });
  if (body instanceof Blob) headers.set('Content-Type', body.type);
  else if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (ifMatch !== undefined) headers.set('If-Match', ifMatch);
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  return headers;
};

const rejectUnreachable = (error: unknown): never => {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw ApiError.unreachable();
};

const problemOf = ({ status }: Response, text: string): Problem => {
  try {
    return JSON.parse(text);
  } catch {
    return { code: 'unavailable', status, title: `HTTP ${status}`, detail: text.slice(0, 200) };
  }
};
