import { makeUndiciSender } from '#adapters/webhooks/undici-sender.ts';
import { warmUp } from '#adapters/webhooks/warm-up.ts';
import { webhookSenderContract } from './webhook-sender.contract.ts';

webhookSenderContract('undici', ({ clock, limitMs }) => {
  const decrypt = (encrypted: string): string => encrypted.replace('sealed ', '');
  const sender = makeUndiciSender({ clock, decrypt }, { allowPrivate: true, limitMs });
  return { sender, encrypt: (secret) => `sealed ${secret}`, close: () => sender.close() };
});

describe('the HTTP client of webhooks', () => {
  it('warms up by itself, and can do so again', async () => {
    await warmUp();
    await warmUp();
  });
});
