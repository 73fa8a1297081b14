import type { webhooks } from './api.ts';

/** The types of events, such as `order.paid`. */
export type EventType = keyof webhooks;

type EventOf<Type extends EventType> = webhooks[Type]['post'] extends {
  requestBody: { content: { 'application/json': infer Event } };
}
  ? Omit<Event, 'type'> & Readonly<{ type: Type }>
  : never;

/** An event. A comparison of its `type` narrows `data` and `previous`. */
export type ApiEvent = { [Type in EventType]: EventOf<Type> }[EventType];

/** The request is not a webhook of this secret, or an old one. Respond with 400. */
export class WebhookError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookError';
  }
}

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookRequest = Readonly<{
  /** As it was received: a parsed and serialized body has another signature. */
  body: string | Uint8Array<ArrayBuffer>;
  /** Those of a `Request`, or of Node's `IncomingMessage`. */
  headers: Headers | HeaderRecord;
  /** The `whsec_…` of the webhook, or several while a secret is exchanged. */
  secret: string | readonly string[];
  /** The present, for tests. */
  now?: Date;
}>;

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const TOLERANCE_S = 5 * 60;
const SECRET_PREFIX = 'whsec_';

/**
 * Verifies the signature and the age of a webhook (Standard Webhooks): at most five minutes.
 * @throws WebhookError for a request that is not valid; TypeError for a malformed secret or a parsed body.
 */
export const verifyWebhook = async (request: WebhookRequest): Promise<ApiEvent> => {
  const { body, headers, secret, now = new Date() } = request;
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('Pass the body as it was received, as a string or bytes, not parsed.');
  }
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`));
  if (!id || !time || !signatures) {
    throw new WebhookError('The request lacks webhook-id, webhook-timestamp or webhook-signature.');
  }
  requireRecent(time, now);
  const signed = concatenated(`${id}.${time}.`, body);
  const keys = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(keyOf));
  if (!(await isSigned(signed, { signatures, keys }))) {
    throw new WebhookError('The request is signed with another secret, or was modified.');
  }
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as ApiEvent;
};

const headerOf = (headers: Headers | HeaderRecord, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return typeof value === 'object' ? value.join(' ') : value;
};

const requireRecent = (time: string, now: Date): void => {
  const ageS = Math.floor(now.getTime() / 1000) - Number(time);
  if (!/^\d{1,12}$/.test(time) || Math.abs(ageS) > TOLERANCE_S) {
    throw new WebhookError('The webhook-timestamp is not within five minutes of the present.');
  }
};

const concatenated = (prefix: string, body: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const [head, rest] = [encode(prefix), typeof body === 'string' ? encode(body) : body];
  const all = new Uint8Array(head.length + rest.length);
  all.set(head);
  all.set(rest, head.length);
  return all;
};

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const keyOf = (secret: string): Promise<Key> => {
  const bytes = secret.startsWith(SECRET_PREFIX) ? bytesOf(secret.slice(SECRET_PREFIX.length)) : undefined;
  if (!bytes?.length) throw new TypeError('A webhook secret is whsec_ and bytes in base 64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
};

/** The bytes of base 64; undefined if it is not. */
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/** One valid signature is enough: while a secret is exchanged there are several. Web Crypto compares in constant time. */
const isSigned = async (
  signed: Uint8Array<ArrayBuffer>,
  { signatures, keys }: Readonly<{ signatures: string; keys: readonly Key[] }>,
): Promise<boolean> => {
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined;
    if (bytes === undefined) continue;
    for (const key of keys) {
      if (await crypto.subtle.verify('HMAC', key, bytes, signed)) return true;
    }
  }
  return false;
};
