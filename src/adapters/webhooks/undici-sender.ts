import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Agent } from 'undici';
import type { SystemClock } from '#core/shared/clock.ts';
import type { WebhookMessage, WebhookSender } from '#core/webhooks/ports.ts';
import { makeCheckedConnect } from './checked-connect.ts';
import type { AllowedTargets } from './forbidden-address.ts';
import { makeResolveName, type ResolveName } from './resolve-name.ts';
import { noReply, type Reply, ResponseReader } from './response-reader.ts';
import { retryAfterMs } from './retry-after.ts';
import { sign, signingKey } from './signature.ts';
import { readTargetUrl } from './target-url.ts';

type Deps = Readonly<{
  systemClock: SystemClock;
  /** Decrypts a secret. */
  decrypt(encrypted: string): string;
}>;

type Settings = Readonly<{
  allowed: AllowedTargets;
  /** The total time for a message, from the call to the end of its response. */
  limitMs?: number;
  resolve?: ResolveName;
  /** Certificate authorities to trust instead of Node's, in PEM. */
  ca?: string | undefined;
}>;

/** A sender with pooled connections. */
export type UndiciSender = WebhookSender & {
  /** Closes all connections at once; current and later messages fail to connect. */
  close(): Promise<void>;
};

const REQUEST_TIMEOUT_MS = 15_000;
const MAX_CACHED = 10_000;

/** The request options of a URL for undici; undefined if it is not allowed. */
type Target = Readonly<{ origin: string; path: string } | { origin?: undefined }>;

const targetOf = (text: string, settings: Settings): Target => {
  const { url } = readTargetUrl(text, settings.allowed);
  return url === undefined ? {} : { origin: url.origin, path: `${url.pathname}${url.search}` };
};

const headersOf = (
  { id, sequence, body, traceParent }: WebhookMessage,
  at: Date,
  keys: readonly KeyObject[],
): string[] => {
  const timestamp = Math.floor(at.getTime() / 1000);
  const headers = ['content-type', 'application/json', 'user-agent', 'Commerce-Webhooks/1.0', 'webhook-id', id];
  headers.push('webhook-timestamp', `${timestamp}`, 'webhook-signature', sign(keys, { id, timestamp, body }));
  if (sequence !== undefined) headers.push('webhook-sequence', `${sequence}`);
  if (traceParent) headers.push('traceparent', traceParent);
  return headers;
};

/**
 * Sends through undici on connections that lead to allowed addresses only. Rejects only if a secret cannot be
 * decrypted, which is no failure of the receiver.
 */
export const makeUndiciSender = ({ systemClock, decrypt }: Deps, settings: Settings): UndiciSender => {
  const { allowed, limitMs = REQUEST_TIMEOUT_MS, resolve = makeResolveName(), ca } = settings;
  const { connect, abort } = makeCheckedConnect({ allowed, resolve, timeoutMs: limitMs, ca });
  let agent: Promise<Agent> | undefined;
  let isClosed = false;
  // loaded with the first message, since few shops have webhooks
  const open = async (): Promise<Agent> => {
    const { Agent } = await import('undici');
    // the reader has the overall timeout
    return new Agent({ connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
  };
  const targets = new LRUCache<string, Target>({
    max: MAX_CACHED,
    memoMethod: (url) => targetOf(url, settings),
  });
  // decrypted and parsed once, not per message
  const keys = new LRUCache<string, KeyObject>({
    max: MAX_CACHED,
    memoMethod: (encrypted) => signingKey(decrypt(encrypted)),
  });

  const post = async (message: WebhookMessage, at: Date): Promise<Reply> => {
    const target = targets.memo(message.url);
    // registered under looser settings
    if (target.origin === undefined) return noReply('address_forbidden');
    const signing = message.secrets.map((encrypted) => keys.memo(encrypted));
    const headers = headersOf(message, at, signing);
    if (isClosed) return noReply('connection_failed');
    agent ??= open();
    const dispatcher = await agent;
    return new Promise((tell) => {
      dispatcher.dispatch(
        { ...target, method: 'POST', headers, body: message.body },
        new ResponseReader(limitMs, tell),
      );
    });
  };

  return {
    async send(message) {
      const at = systemClock.now();
      const begin = performance.now();
      const { retryAfter, ...reply } = await post(message, at);
      const durationMs = Math.round(performance.now() - begin);
      return { at, durationMs, ...reply, retryAfterMs: retryAfterMs(retryAfter, systemClock.now()) };
    },

    async close() {
      isClosed = true;
      abort();
      await (await agent)?.destroy();
    },
  };
};
