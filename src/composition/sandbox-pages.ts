import type { SandboxPagesDeps } from '#adapters/http/payments/sandbox-pages.ts';
import type { SandboxGateway } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import type { ReceiveGatewayWebhook } from '#core/payments/use-cases/receive-gateway-webhook.ts';
import { Id } from '#core/shared/id.ts';

/** The sandbox's pages, whose webhooks are delivered in process. */
export const sandboxPages = (
  sandbox: SandboxGateway,
  receiveGatewayWebhook: ReceiveGatewayWebhook,
): SandboxPagesDeps => ({
  async find(key) {
    const charge = Id.is('pay', key) ? await sandbox.find(key) : undefined;
    return (
      charge && {
        amount: `${charge.amount.toDecimal()} ${charge.amount.currency}`,
        isWaiting: charge.status === 'requires_action',
        returnUrl: charge.returnUrl,
      }
    );
  },
  decide: (key, decision) => sandbox.decide(key as Id<'pay'>, decision),
  receiveGatewayWebhook: (request) => receiveGatewayWebhook({ gateway: sandbox.name, ...request }),
});
