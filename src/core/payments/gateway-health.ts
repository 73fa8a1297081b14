import type { PaymentGatewayView } from './payment-gateway-view.ts';

/** `open`: calls fail at once, since several have failed; `half_open`: one call tests the gateway. */
export const CIRCUIT_STATES = ['closed', 'open', 'half_open'] as const;

/** How the calls of this process to a gateway went since its start. */
export type GatewayHealth = Readonly<{
  circuit: (typeof CIRCUIT_STATES)[number];
  lastSuccessAt: Date | null;
  /** The last call without an outcome: unknown or unreachable. A declined payment is a success of its gateway. */
  lastFailure: Readonly<{ at: Date; operation: string; outcome: string }> | null;
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
