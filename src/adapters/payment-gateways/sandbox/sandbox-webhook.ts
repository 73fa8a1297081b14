import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { ChargeName, GatewayWebhook, Verification } from '#core/payments/payment-gateway.ts';
import { Id } from '#core/shared/id.ts';

const SIGNATURE = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/;

/** Older webhooks may be replays by an eavesdropper. */
const TOLERANCE_MS = 300_000;

const MAX_BYTES = 65_536;

const signatureOf = (secret: string, seconds: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');

/** The webhook of a changed charge, signed as `sandbox-signature: t=<seconds>,v1=<HMAC-SHA256 of t.body>`. */
export const makeGatewayWebhook = (secret: string, key: ChargeName['key'], at: Date): GatewayWebhook => {
  const body = Buffer.from(JSON.stringify({ id: `sbx_${randomUUID()}`, key }));
  const seconds = String(Math.floor(at.getTime() / 1000));
  return { headers: { 'sandbox-signature': `t=${seconds},v1=${signatureOf(secret, seconds, body)}` }, body, at };
};

export const verifyGatewayWebhook = (secret: string, { headers, body, at }: GatewayWebhook): Verification => {
  const [, seconds, signature] = SIGNATURE.exec(headers['sandbox-signature'] ?? '') ?? [];
  if (seconds === undefined || signature === undefined) return { kind: 'refused', why: 'is not signed' };
  if (body.byteLength > MAX_BYTES) return { kind: 'refused', why: 'is too large' };
  const expected = signatureOf(secret, seconds, body);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) {
    return { kind: 'refused', why: 'has a wrong signature' };
  }
  if (Math.abs(at.getTime() - Number(seconds) * 1000) > TOLERANCE_MS) return { kind: 'refused', why: 'is too old' };
  return newsIn(body);
};

const newsIn = (body: Uint8Array): Verification => {
  try {
    const { id, key } = JSON.parse(Buffer.from(body).toString('utf8'));
    if (typeof id !== 'string' || id === '' || id.length > 255) return { kind: 'refused', why: 'has no id' };
    return { kind: 'verified', id, key: typeof key === 'string' && Id.is('pay', key) ? key : null };
  } catch {
    return { kind: 'refused', why: 'is not JSON' };
  }
};
