export type Reply = Readonly<{
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; fails the test if it is not. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where that is not there
  json: any;
}>;

type Options = Readonly<{
  method?: string;
  /** Sent as JSON, unless it is a string or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The key or session of the call; null for none. */
  key?: string | null;
}>;

/** Calls a service. */
export type Caller = (path: string, options?: Options) => Promise<Reply>;

/** The owner of services in tests. */
export const OWNER = { email: 'owner@example.com', password: 'a long test password' };

/** The default key of calls. */
export const callerOf =
  (url: string, defaultKey: string | null): Caller =>
  async (path, { method = 'GET', body, headers = {}, key = defaultKey } = {}) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const reply = await fetch(url + path, {
      method,
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    return {
      status: reply.status,
      headers: reply.headers,
      text,
      get json() {
        return JSON.parse(text);
      },
    };
  };

/** A key with all scopes. */
export const ownerKeyOf = async (url: string): Promise<string> => {
  const session = await callerOf(url, null)('/api/auth', { method: 'POST', body: OWNER });
  const issued = await callerOf(url, session.json.token)('/api/auth/keys', { method: 'POST', body: { name: 'test' } });
  return issued.json.key;
};
