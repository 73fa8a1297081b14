import { parseConfig } from '#composition/config.ts';
import { type Service, startService } from '#composition/service.ts';
import type { Log } from '#core/shared/log.ts';

export type Reply = Readonly<{
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; fails the test where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where that is not there
  json: any;
}>;

type Options = Readonly<{
  method?: string;
  /** Sent as JSON, unless it is a text or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The key or session to call with; null for none. */
  key?: string | null;
}>;

/** A running service and how to talk to it. */
export type TestApp = Readonly<{
  url: string;
  /** A key that may do everything. */
  ownerKey: string;
  ownerPassword: string;
  service: Service;
  call(path: string, options?: Options): Promise<Reply>;
  stop(): Promise<void>;
}>;

const OWNER = { email: 'owner@example.com', password: 'a long test password' };

export const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * The service on a free port: in memory, or on a database where `DATABASE_URL` is among the settings. Calls are made
 * with the owner's key unless they say otherwise.
 */
export const startApp = async (settings: Record<string, string> = {}, log: Log = quiet): Promise<TestApp> => {
  const storage = settings['DATABASE_URL'] === undefined ? { STORAGE: 'memory' } : { SECRET_KEY: 'k'.repeat(32) };
  const defaults = { PORT: '0', RATE_LIMIT: 'off', SIGN_IN_RATE_LIMIT: 'off', OWNER_PASSWORD: OWNER.password };
  const service = await startService(parseConfig({ ...defaults, ...storage, ...settings }), log);
  const caller =
    (key: string | null) =>
    (path: string, options: Options = {}) =>
      request(service.url + path, key, options);
  const session = await caller(null)('/api/auth', { method: 'POST', body: OWNER });
  const issued = await caller(session.json.token)('/api/auth/keys', { method: 'POST', body: { name: 'test' } });
  const ownerKey: string = issued.json.key;
  return {
    url: service.url,
    ownerKey,
    ownerPassword: OWNER.password,
    service,
    call: caller(ownerKey),
    stop: () => service.stop(),
  };
};

const request = async (url: string, defaultKey: string | null, options: Options): Promise<Reply> => {
  const { method = 'GET', body, headers = {}, key = defaultKey } = options;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const reply = await fetch(url, {
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
