import { randomBytes } from 'node:crypto';
import type { WebhookSecrets } from '#core/webhooks/ports.ts';
import { SECRET_PREFIX } from './signature.ts';

const SECRET_BYTES = 32;

/** Random secrets, stored encrypted. */
export const makeWebhookSecrets = (encryption: Readonly<{ encrypt(text: string): string }>): WebhookSecrets => ({
  make() {
    const secret = `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
    return { secret, encrypted: encryption.encrypt(secret) };
  },
});
