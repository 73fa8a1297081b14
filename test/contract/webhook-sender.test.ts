import { makeUndiciSender } from '#adapters/webhooks/undici-sender.ts';
import { webhookSenderContract } from './webhook-sender.contract.ts';

webhookSenderContract('undici', ({ clock, limitMs }) => {
  const open = (sealed: string): string => sealed.replace('sealed ', '');
  const sender = makeUndiciSender({ clock, open }, { allowPrivate: true, limitMs });
  return { sender, seal: (secret) => `sealed ${secret}`, close: () => sender.close() };
});
