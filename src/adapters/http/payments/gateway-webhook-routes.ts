import type { Gateways, PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { ReceiveGatewayWebhook } from '#core/payments/use-cases/receive-gateway-webhook.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';

type Deps = Readonly<{
  receiveGatewayWebhook: ReceiveGatewayWebhook;
  gateways: Gateways;
}>;

export const hasWebhooks = ({ webhookMediaTypes: types }: PaymentGateway): boolean => types?.length !== 0;

export const gatewayWebhookPath = (name: string): string => `/api/payments/notifications/${name}`;

/** One webhook path per gateway, so that the paths of other gateways do not exist. */
export const gatewayWebhooksRoutes = ({ receiveGatewayWebhook, gateways }: Deps): TaggedRoute[] =>
  tagged(
    'Payments',
    [...gateways.values()].filter(hasWebhooks).map(({ name, webhookMediaTypes: mediaTypes }) => ({
      method: 'post',
      path: gatewayWebhookPath(name),
      operationId: `receive${name.replace(/(?:^|[-_])([a-z0-9])/g, (_, first) => first.toUpperCase())}Webhook`,
      summary: `Receive a webhook of the gateway ${name}`,
      description:
        'For the gateway, which signs its webhooks. The service then reads the current state from the gateway, so webhooks ' +
        'may arrive in any order, late and repeatedly.',
      access: { kind: 'open' },
      responses: { 204: { description: 'The webhook was accepted.' } },
      problems: [
        'invalid_credentials',
        'payload_too_large',
        'request_timeout',
        ...(mediaTypes === undefined ? [] : ['unsupported_media_type']),
      ],
      mediaTypes,
      receive: (request) => receiveGatewayWebhook({ gateway: name, ...request }),
    })),
  );
