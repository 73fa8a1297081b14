import createFetchClient from 'openapi-fetch';
import { API_VERSION } from './api-version.ts';
import type { Fetch } from './attempt.ts';
import { inLargeChunks } from './in-large-chunks.ts';
import { listItems } from './list-items.ts';
import type {
  Argument,
  Call,
  FileBody,
  ItemOf,
  ListInit,
  ListPath,
  Method,
  Operation,
  ResultOf,
  UploadInit,
  UploadPath,
} from './operations.ts';
import { randomKey } from './random-key.ts';
import { type SendOptions, send } from './send.ts';
import type { UncheckedCall, UncheckedInit } from './unchecked-call.ts';

export type ClientOptions = Readonly<{
  /** The origin of the service, such as `https://shop.example`. */
  url: string;
  /** An API key: a publishable one (`cpk_pub_…`) in browsers, a secret one only on servers. */
  key?: string | undefined;
  /** The token of a session, instead of a key. */
  token?: string | undefined;
  /** The `client_secret` of a guest's order or of its checkout, or the token of a link to it; beside a publishable key. */
  orderToken?: string | undefined;
  /** The `client_secret` of a guest's cart; beside a publishable key. */
  cartToken?: string | undefined;
  /** The `client_secret` of a checkout; beside a publishable key. */
  checkoutToken?: string | undefined;
  /** Sends the requests, instead of the global `fetch`. */
  fetch?: Fetch | undefined;
  /** How often a request may be sent again: 2 by default, 0 for never. */
  retries?: number | undefined;
  /** Of each attempt, in milliseconds: 40,000 by default, which is longer than the service's own limit. */
  timeoutMs?: number | undefined;
  /** The version of the API: by default that of the types. */
  apiVersion?: string | undefined;
  /** Sees every response, also those before a retry: for logs and rate limits. The body is not its to read. */
  onResponse?: ((response: Response) => void) | undefined;
}>;

/** Calls the operations of the API with their types. */
export type Client = Readonly<{
  get: Call<'get'>;
  /** Sends an `Idempotency-Key`, a random one unless `header` has one, and the same with every retry. */
  post: Call<'post'>;
  put: Call<'put'>;
  /** Is retried only with an `If-Match`, or if the rate limit has refused it. */
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /** The items of a list, page by page as they are read. @throws like the calls. */
  list<P extends ListPath>(path: P, ...init: Argument<ListInit<P>>): AsyncGenerator<ItemOf<P>, void, undefined>;
  /** Sends a file. A stream has no timeout unless `timeoutMs` is set, and is not retried. @throws like the calls. */
  upload<P extends UploadPath>(path: P, init: UploadInit<P>): Promise<ResultOf<Operation<P, 'post'>>>;
}>;

const DEFAULT_RETRIES = 2;
const DEFAULT_TIMEOUT_MS = 40_000;

/** The longest time that a timer can have. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws TypeError for both a key and a token, and for a secret key in a browser. */
export const createClient = (options: ClientOptions): Client => {
  requireCredential(options);
  const { onResponse, fetch = (request) => globalThis.fetch(request) } = options;
  const raw = createFetchClient<Record<string, Record<Method, object>>>({
    baseUrl: options.url,
    headers: headersOf(options),
  });

  const callerOf =
    (method: Method): UncheckedCall =>
    async (path, { path: pathParameters, query, header, body, type, parseAs = 'json', ...call } = {}) => {
      const isStream = body instanceof ReadableStream;
      const sent: SendOptions = {
        fetch,
        onResponse,
        parseAs,
        file: type === undefined ? undefined : isStream ? inLargeChunks(body) : (body as FileBody),
        signal: call.signal,
        maxRetries: call.retries ?? options.retries ?? DEFAULT_RETRIES,
        timeoutMs: call.timeoutMs ?? (isStream ? NO_TIMEOUT_MS : (options.timeoutMs ?? DEFAULT_TIMEOUT_MS)),
      };
      const key = method === 'post' ? { 'Idempotency-Key': randomKey() } : {};
      const { data } = await raw.request(method, path, {
        params: { path: pathParameters, query, header: { ...key, ...header } },
        parseAs,
        ...(type === undefined ? { body } : { headers: { 'Content-Type': type } }),
        fetch: (request: Request) => send(request, sent),
      } as never);
      return data;
    };

  const get = callerOf('get');
  // the types of the operations are those of the document
  return {
    get,
    post: callerOf('post'),
    put: callerOf('put'),
    patch: callerOf('patch'),
    delete: callerOf('delete'),
    list: (path: string, init?: UncheckedInit) => listItems(get, path, init),
    upload: callerOf('post'),
  } as unknown as Client;
};

const headersOf = ({ key, token, apiVersion = API_VERSION, ...tokens }: ClientOptions): Record<string, string> => {
  const credential = key ?? token;
  const headers = {
    'API-Version': apiVersion,
    Authorization: credential === undefined ? undefined : `Bearer ${credential}`,
    'Order-Token': tokens.orderToken,
    'Cart-Token': tokens.cartToken,
    'Checkout-Token': tokens.checkoutToken,
  };
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
};

const requireCredential = ({ key, token }: ClientOptions): void => {
  if (key !== undefined && token !== undefined) throw new TypeError('Pass either key or token, not both.');
  const isSecret = key?.startsWith('cpk_') && !key.startsWith('cpk_pub_');
  if (isSecret && 'document' in globalThis) {
    throw new TypeError(
      'A secret key must not be used in a browser, where everybody can read it: pass a publishable key (cpk_pub_…).',
    );
  }
};
