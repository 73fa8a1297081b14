import type { ReceiveGatewayWebhook } from '#core/payments/use-cases/receive-gateway-webhook.ts';
import type { Route } from '../pipeline/route.ts';

type Deps = Readonly<{
  receiveGatewayWebhook: ReceiveGatewayWebhook /** Of those that are switched on. */;
  gatewayNames: readonly string[];
}>;

/** Where gateways call back. Each has a path of its own, so that no other name is one. */
export const gatewayWebhooksRoutes = ({ receiveGatewayWebhook, gatewayNames }: Deps): Route[] =>
  gatewayNames.map((name) => ({
    method: 'post',
    path: `/api/payments/notifications/${name}`,
    operationId: `receive_${name}_callback`,
    tag: 'Payments',
    summary: `Take a call-back of the gateway ${name}`,
    description:
      'For the gateway, which signs what it sends. It is asked then what there is to know, so call-backs may come in any ' +
      'order, late, and more than once.',
    access: { kind: 'open' },
    responses: { 204: { description: 'It was taken.' } },
    problems: ['invalid_credentials', 'payload_too_large', 'request_timeout'],
    receive: (request) => receiveGatewayWebhook({ gateway: name, ...request }),
  }));
