import type { Config } from '#composition/config.ts';
import type { StartOptions } from '../servers/start-app.ts';

export type PaymentLimits = Config['paymentRateLimits'];

/** A service with some limits of payments. */
export const limitedPayments = (limits: Partial<PaymentLimits>): StartOptions => ({
  constants: {
    paymentRateLimits: { order: undefined, user: undefined, address: undefined, declines: undefined, ...limits },
  },
});
