import { gatewayWebhookPath, hasWebhooks } from '#adapters/http/payments/gateway-webhook-routes.ts';
import type { Gateways } from '#core/payments/payment-gateway.ts';
import type { GatewaySetups, GatewaySetupView } from '#core/payments/payment-gateway-setup.ts';
import type { GatewayHealths } from '#core/payments/payment-gateway-view.ts';
import type { Environment } from './environment.ts';

/** The gateways of the source tree, the settings that they need to take payments, and whether they have webhooks. */
const BUILT_IN: Readonly<Record<string, Readonly<{ settings: readonly string[]; hasWebhooks: boolean }>>> = {
  stripe: {
    settings: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PUBLISHABLE_KEY'],
    hasWebhooks: true,
  },
  sandbox: { settings: [], hasWebhooks: true },
  manual: { settings: [], hasWebhooks: false },
};

type Deps = Readonly<{
  gateways: Gateways;
  healths: GatewayHealths;
  environment: Environment;
  publicUrl: () => string;
}>;

/** What remains to be set up of each gateway. */
export const makeGatewaySetups =
  ({ gateways, healths, environment, publicUrl }: Deps): GatewaySetups =>
  () => {
    const others = Object.keys(BUILT_IN).filter((name) => !gateways.has(name));
    return [...gateways.keys(), ...others].map((name): GatewaySetupView => {
      const gateway = gateways.get(name);
      const { settings, hasWebhooks: isCalled } = BUILT_IN[name] ?? { settings: [], hasWebhooks: true };
      const isReached = gateway === undefined ? isCalled : hasWebhooks(gateway);
      return {
        object: 'payment_gateway_setup',
        name,
        is_enabled: gateway !== undefined,
        is_live: gateway === undefined ? null : (gateway.isLive ?? false),
        missing_settings: settings.filter((setting) => environment[setting] === undefined),
        webhook_url: isReached ? `${publicUrl()}${gatewayWebhookPath(name)}` : null,
        last_webhook_at: healths.get(name)?.().lastWebhookAt?.toISOString() ?? null,
      };
    });
  };
