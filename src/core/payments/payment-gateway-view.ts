import type { Gateways, PaymentGateway } from './payment-gateway.ts';

/**
 * What a gateway can do. `customer_payments`: customers and guests may pay with it; otherwise only callers with
 * `payments:write`. `manual_capture`: amounts can be authorized and captured later. `saved_methods`: it saves payment methods.
 */
export const GATEWAY_CAPABILITIES = ['customer_payments', 'manual_capture', 'refunds', 'saved_methods'] as const;

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
  [...gateways.values()].map((gateway, index) => ({
    object: 'payment_gateway',
    name: gateway.name,
    is_default: index === 0,
    is_live: gateway.isLive ?? false,
    public_key: gateway.publicKey ?? null,
    capabilities: GATEWAY_CAPABILITIES.filter((capability) => isCapable(gateway, capability)),
  }));

const isCapable = (
  { isManual, savedMethods }: PaymentGateway,
  capability: (typeof GATEWAY_CAPABILITIES)[number],
): boolean => {
  if (capability === 'customer_payments') return !isManual;
  return capability !== 'saved_methods' || savedMethods !== undefined;
};
