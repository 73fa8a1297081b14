import type { Gateways } from './payment-gateway.ts';

/**
 * What a gateway can do. `customer_payments`: customers and guests may pay with it; otherwise only callers with
 * `payments:write`. `manual_capture`: amounts can be authorized and captured later.
 */
export const GATEWAY_CAPABILITIES = ['customer_payments', 'manual_capture', 'refunds'] as const;

/** An enabled gateway as the API shows it. */
export type PaymentGatewayView = Readonly<{
  object: 'payment_gateway';
  name: string;
  is_default: boolean;
  is_live: boolean;
  public_key: string | null;
  capabilities: readonly (typeof GATEWAY_CAPABILITIES)[number][];
}>;

/** The enabled gateways, the default first. */
export const paymentGatewayViews = (gateways: Gateways): PaymentGatewayView[] =>
  [...gateways.values()].map(({ name, isManual, isLive = false, publicKey = null }, index) => ({
    object: 'payment_gateway',
    name,
    is_default: index === 0,
    is_live: isLive,
    public_key: publicKey,
    capabilities: GATEWAY_CAPABILITIES.filter((capability) => capability !== 'customer_payments' || !isManual),
  }));
