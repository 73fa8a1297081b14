import { CircuitState } from 'cockatiel';
import type { GatewayHealth } from '#core/payments/payment-gateway-view.ts';
import type { SystemClock } from '#core/shared/clock.ts';

/** Remembers how calls to a gateway went. */
export const makeHealthRecord = (circuit: Readonly<{ state: CircuitState }>, systemClock: SystemClock) => {
  let lastSuccessAt: Date | null = null;
  let lastFailure: GatewayHealth['lastFailure'] = null;
  let lastWebhookAt: Date | null = null;
  return {
    record(operation: string, outcome: string): void {
      const at = systemClock.now();
      if (outcome === 'unknown' || outcome === 'unreachable') lastFailure = { at, operation, outcome };
      else lastSuccessAt = at;
    },
    recordWebhook(): void {
      lastWebhookAt = systemClock.now();
    },
    read: (): GatewayHealth => ({ circuit: nameOf(circuit.state), lastSuccessAt, lastFailure, lastWebhookAt }),
  };
};

const nameOf = (state: CircuitState): GatewayHealth['circuit'] => {
  if (state === CircuitState.HalfOpen) return 'half_open';
  return state === CircuitState.Closed ? 'closed' : 'open';
};
