import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The signed parts: `webhook-id`, `webhook-timestamp` in seconds, and the body as sent. */
export type Signed = Readonly<{ id: string; timestamp: number; body: string | Uint8Array }>;

export const SECRET_PREFIX = 'whsec_';

const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const TOLERANCE_S = 5 * 60;

/**
 * The key of a secret.
 * @throws Error unless it is `whsec_` and base 64; the message does not contain it.
 */
export const signingKey = (secret: string): KeyObject => {
  if (!SECRET.test(secret)) throw new Error('A webhook secret is whsec_ and 32 bytes in base 64.');
  return createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64');
};

const digest = (key: KeyObject, { id, timestamp, body }: Signed): string =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');

/** The `webhook-signature` with one signature per key, by https://www.standardwebhooks.com. */
export const sign = (keys: readonly KeyObject[], signed: Signed): string =>
  keys.map((key) => `v1,${digest(key, signed)}`).join(' ');

export type SignatureHeaders = Readonly<{
  'webhook-id'?: string | undefined;
  'webhook-timestamp'?: string | undefined;
  'webhook-signature'?: string | undefined;
}>;

const isSame = (a: string, b: string): boolean => {
  const [bytes, others] = [Buffer.from(a), Buffer.from(b)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
};

/** Why a message is not valid for a key, continuing "The message"; undefined if it is. */
export const signatureError = (
  key: KeyObject,
  { headers, body, at }: Readonly<{ headers: SignatureHeaders; body: string | Uint8Array; at: Date }>,
): string | undefined => {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  if (!id || !time || !signatures) return 'lacks webhook-id, webhook-timestamp or webhook-signature';
  if (!/^\d{1,12}$/.test(time)) return 'has an invalid webhook-timestamp';
  const timestamp = Number(time);
  const age = Math.floor(at.getTime() / 1000) - timestamp;
  if (Math.abs(age) > TOLERANCE_S) return `has a webhook-timestamp outside the tolerance of five minutes: ${age} s`;
  const expected = `v1,${digest(key, { id, timestamp, body })}`;
  if (!signatures.split(' ').some((signature) => isSame(signature, expected))) {
    return 'is signed with another secret or was modified';
  }
  return undefined;
};
