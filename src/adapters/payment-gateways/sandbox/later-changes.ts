import type { GatewayWebhook } from '#core/payments/payment-gateway.ts';

type Change = () => Promise<GatewayWebhook>;

type Send = (webhook: GatewayWebhook) => Promise<void>;

/**
 * Changes of charges that happen by themselves after a delay, with their webhooks. Without a receiver of webhooks there
 * are none, and those that are due when the process ends are lost.
 */
export const makeLaterChanges = (delayMs: number) => {
  let send: Send | undefined;
  const timers = new Set<NodeJS.Timeout>();

  const follow = ([next, ...others]: readonly Change[]): void => {
    if (next === undefined || send === undefined) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      // without its webhook the change is seen when the charge is read the next time
      void next()
        .then((webhook) => send?.(webhook))
        .catch(() => {})
        .then(() => follow(others));
    }, delayMs).unref();
    timers.add(timer);
  };

  return {
    /** Makes changes one after the other. */
    follow,
    sendWebhooks(to: Send): () => void {
      send = to;
      return () => {
        send = undefined;
        for (const timer of timers) clearTimeout(timer);
      };
    },
  };
};
