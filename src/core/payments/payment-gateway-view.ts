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

/** `open`: calls fail at once, since several have failed; `half_open`: one call tests the gateway. */
export const CIRCUIT_STATES = ['closed', 'open', 'half_open'] as const;

/** How the calls of this process to a gateway went since its start. */
export type GatewayHealth = Readonly<{
  circuit: (typeof CIRCUIT_STATES)[number];
  lastSuccessAt: Date | null;
  /** The last call without an outcome: unknown or unreachable. A declined payment is a success of its gateway. */
  lastFailure: Readonly<{ at: Date; operation: string; outcome: string }> | null;
  /** The last webhook with a valid signature. */
  lastWebhookAt: Date | null;
}>;

/** A gateway with its health as the API shows it. */
export type GatewayHealthView = Pick<PaymentGatewayView, 'name' | 'is_default' | 'is_live'> &
  Readonly<{
    object: 'payment_gateway_health';
    circuit: GatewayHealth['circuit'];
    last_success_at: string | null;
    last_failure: Readonly<{ at: string; operation: string; outcome: string }> | null;
  }>;

export const gatewayHealthView = (
  { name, is_default, is_live }: PaymentGatewayView,
  { circuit, lastSuccessAt, lastFailure }: GatewayHealth,
): GatewayHealthView => ({
  object: 'payment_gateway_health',
  name,
  is_default,
  is_live,
  circuit,
  last_success_at: lastSuccessAt?.toISOString() ?? null,
  last_failure: lastFailure === null ? null : { ...lastFailure, at: lastFailure.at.toISOString() },
});

/** The health of each enabled gateway, by its name. */
export type GatewayHealths = ReadonlyMap<string, () => GatewayHealth>;
