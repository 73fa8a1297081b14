import { loadConfig } from '../config.ts';
import { session } from '../state/session.ts';
import { Problem } from './problem.ts';

/** Who calls: the signed-in customer, or a visitor, if need be with the token of their order. */
export type Caller = Readonly<{ session: string }> | Readonly<{ orderToken?: string }>;

type Request = Readonly<{
  body?: unknown;
  idempotencyKey?: string;
  /** By default the signed-in customer, or a visitor. */
  as?: Caller;
}>;

const TIMEOUT_MS = 40_000;
const MAX_WAITS = 10;

export const VISITOR: Caller = {};

export const currentCaller = (): Caller => {
  const token = session.token();
  return token === undefined ? VISITOR : { session: token };
};

/** @throws Problem */
export const get = <T>(path: string, as?: Caller): Promise<T> => call('GET', path, as === undefined ? {} : { as });

/** @throws Problem */
export const post = <T>(path: string, request: Request = {}): Promise<T> => call('POST', path, request);

/** @throws Problem */
export const remove = (path: string): Promise<void> => call('DELETE', path, {});

const call = async <T>(method: string, path: string, request: Request): Promise<T> => {
  const { apiUrl, publishableKey } = await loadConfig();
  const { body, idempotencyKey, as = currentCaller() } = request;
  const headers = new Headers({ Authorization: `Bearer ${'session' in as ? as.session : publishableKey}` });
  if ('orderToken' in as && as.orderToken !== undefined) headers.set('Order-Token', as.orderToken);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  for (let waits = 0; ; waits += 1) {
    const response = await send(`${apiUrl}${path}`, { method, headers, ...content });
    if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
    const problem = await problemOf(response);
    // another tab, or this one before a reload, sends the same request
    const isInProgress = problem.code === 'idempotency_in_progress' && waits < MAX_WAITS;
    if (!isInProgress) throw 'session' in as ? endedSession(problem) : problem;
    await seconds(Number(response.headers.get('Retry-After')) || 1);
  }
};

const send = async (url: string, options: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    throw new Problem(0, 'unreachable', 'The shop cannot be reached. Check your connection, and try again.');
  }
};

const problemOf = async (response: Response): Promise<Problem> => {
  const {
    code = 'unavailable',
    detail = 'Something went wrong. Please try again.',
    errors,
  } = await response.json().catch(() => ({}));
  return new Problem(response.status, code, detail, errors);
};

/** Forgets a session that has ended; the caller shows the problem, and the next request is a visitor's. */
const endedSession = (problem: Problem): Problem => {
  if (problem.status === 401) session.end();
  return problem;
};

export const seconds = (count: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, count * 1000);
  });
