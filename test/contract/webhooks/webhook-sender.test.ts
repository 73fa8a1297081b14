import { makeUndiciSender } from '#adapters/webhooks/undici-sender.ts';
import { warmUp } from '#adapters/webhooks/warm-up.ts';
import { webhookSenderContract } from './webhook-sender.contract.ts';

webhookSenderContract('undici', ({ clock, limitMs }) => {
  const decrypt = (encrypted: string): string => encrypted.replace('sealed ', '');
  const sender = makeUndiciSender({ systemClock: clock, decrypt }, { allowed: 'private', limitMs });
  return { sender, encrypt: (secret) => `sealed ${secret}`, close: () => sender.close() };
});

describe('the webhook HTTP client', () => {
  it('can warm up repeatedly', async () => {
    await warmUp();
    await warmUp();
  });
});
