import type { ReceiveGatewayWebhook } from '#core/payments/use-cases/receive-gateway-webhook.ts';
import { Id } from '#core/shared/id.ts';
import type { SandboxGateway } from './sandbox-gateway.ts';

type Decision = Parameters<SandboxGateway['decide']>[1];

/** Sends the webhooks of later changes while the service runs. */
export const makeSandboxWebhooks = (sandbox: SandboxGateway, receive: ReceiveGatewayWebhook) => {
  let stop: (() => void) | undefined;
  return {
    start() {
      stop = sandbox.sendWebhooks(({ headers, body }) => receive({ gateway: sandbox.name, headers, body }));
    },
    async stop() {
      stop?.();
    },
  };
};

/** What the payer's pages of the sandbox need. The sandbox sends its webhooks by a function call instead of over HTTP. */
export const makeSandboxPages = (sandbox: SandboxGateway, receiveGatewayWebhook: ReceiveGatewayWebhook) => ({
  async find(key: string) {
    const charge = Id.is('pay', key) ? await sandbox.find(key) : undefined;
    return (
      charge && {
        amount: `${charge.amount.toDecimal()} ${charge.amount.currency}`,
        isWaiting: charge.status === 'requires_action',
        returnUrl: charge.returnUrl,
      }
    );
  },
  decide: (key: string, decision: Decision) => sandbox.decide(key as Id<'pay'>, decision),
  receiveGatewayWebhook: (request: Omit<Parameters<ReceiveGatewayWebhook>[0], 'gateway'>) =>
    receiveGatewayWebhook({ gateway: sandbox.name, ...request }),
});
