import { ApiError, type Client, createClient } from 'commerce-client';
import { loadConfig } from '../config.ts';
import { session } from '../state/session.ts';
import { Problem } from './problem.ts';

/** Who calls: the signed-in customer, or a visitor, if need be with the token of their order. */
export type Caller = Readonly<{ session: string }> | Readonly<{ orderToken?: string }>;

export const VISITOR: Caller = {};

export const currentCaller = (): Caller => {
  const token = session.token();
  return token === undefined ? VISITOR : { session: token };
};

/** Calls the API as somebody; by default as the signed-in customer, or a visitor. @throws Problem */
export const call = async <T>(request: (api: Client) => Promise<T>, as: Caller = currentCaller()): Promise<T> => {
  const { apiUrl: url, publishableKey: key } = await loadConfig();
  const credentials = 'session' in as ? { token: as.session } : { key, orderToken: as.orderToken };
  // the page itself sends a pending request again, also after a reload
  const api = createClient({ url, ...credentials, retries: 0 });
  try {
    return await request(api);
  } catch (error) {
    // the caller shows the problem, and the next request is a visitor's
    if ('session' in as && error instanceof ApiError && error.status === 401) session.end();
    throw Problem.of(error);
  }
};
