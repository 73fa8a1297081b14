import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Agent } from 'undici';
import type { Clock } from '#core/shared/clock.ts';
import type { WebhookMessage, WebhookSender } from '#core/webhooks/webhook-sender.ts';
import { makeCheckedConnect } from './checked-connect.ts';
import { makeResolveName, type ResolveName } from './resolve-name.ts';
import { noReply, type Reply, ResponseReader } from './response-reader.ts';
import { retryAfterMs } from './retry-after.ts';
import { sign, signingKey } from './signature.ts';
import { readTargetUrl } from './target-url.ts';

type Deps = Readonly<{
  clock: Clock;
  /** Reads a secret that was sealed. */
  decrypt(encrypted: string): string;
}>;

type Settings = Readonly<{
  /** Whether private addresses and http may be sent to as well. */
  allowPrivate: boolean;
  /** What a receiver has in all, from the call to the end of its answer. */
  limitMs?: number;
  resolve?: ResolveName;
  /** Certificates to trust instead of Node's, in PEM. */
  ca?: string | undefined;
}>;

/** A sender that holds connections. */
export type UndiciSender = WebhookSender & {
  /** Ends all connections at once; what is being sent, and what is sent after, has failed to connect. */
  close(): Promise<void>;
};

const LIMIT_MS = 15_000;
const MAX_CACHED = 10_000;

/** Where requests of a URL go, as undici takes it; none where nothing may be sent to it. */
type Target = Readonly<{ origin: string; path: string } | { origin?: undefined }>;

const targetOf = (text: string, settings: Settings): Target => {
  const { url } = readTargetUrl(text, settings);
  return url === undefined ? {} : { origin: url.origin, path: `${url.pathname}${url.search}` };
};

const headersOf = ({ id, sequence, body }: WebhookMessage, at: Date, keys: readonly KeyObject[]): string[] => {
  const timestamp = Math.floor(at.getTime() / 1000);
  const headers = ['content-type', 'application/json', 'user-agent', 'Commerce-Webhooks/1.0', 'webhook-id', id];
  headers.push('webhook-timestamp', `${timestamp}`, 'webhook-signature', sign(keys, { id, timestamp, body }));
  if (sequence !== undefined) headers.push('webhook-sequence', `${sequence}`);
  return headers;
};

/**
 * Sends by undici on connections of its own, which lead to allowed addresses alone.
 * Rejects only where a secret can't be opened: that is no receiver's doing.
 */
export const makeUndiciSender = ({ clock, decrypt }: Deps, settings: Settings): UndiciSender => {
  const { allowPrivate, limitMs = LIMIT_MS, resolve = makeResolveName(), ca } = settings;
  const { connect, abort } = makeCheckedConnect({ allowPrivate, resolve, timeoutMs: limitMs, ca });
  // the reader has the one clock that counts
  const agent = new Agent({ connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
  const targets = new LRUCache<string, Target>({
    max: MAX_CACHED,
    memoMethod: (url) => targetOf(url, settings),
  });
  // opened and taken apart once, not for every message
  const keys = new LRUCache<string, KeyObject>({
    max: MAX_CACHED,
    memoMethod: (encrypted) => signingKey(decrypt(encrypted)),
  });

  const post = (message: WebhookMessage, at: Date): Reply | Promise<Reply> => {
    const target = targets.memo(message.url);
    // registered when more was allowed than now
    if (target.origin === undefined) return noReply('address_forbidden');
    const signing = message.secrets.map((encrypted) => keys.memo(encrypted));
    const headers = headersOf(message, at, signing);
    return new Promise((tell) => {
      agent.dispatch({ ...target, method: 'POST', headers, body: message.body }, new ResponseReader(limitMs, tell));
    });
  };

  return {
    async send(message) {
      const at = clock.now();
      const begin = performance.now();
      const { retryAfter, ...reply } = await post(message, at);
      const durationMs = Math.round(performance.now() - begin);
      return { at, durationMs, ...reply, retryAfterMs: retryAfterMs(retryAfter, clock.now()) };
    },

    async close() {
      abort();
      await agent.destroy();
    },
  };
};
