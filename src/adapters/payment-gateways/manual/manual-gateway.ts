import type { PaymentGateway } from '#core/payments/payment-gateway.ts';

/** How money reaches the shop, or leaves it, without a gateway. */
const WAYS = ['bank_transfer', 'cash', 'other'];

/**
 * Payments by hand: the shop's people move the money and say so here. It keeps no record of its own, so all that is asked
 * of it has been done, and the same request again is its answer.
 */
export const makeManualGateway = (): PaymentGateway => ({
  name: 'manual',
  isManual: true,
  tokenError: (token) => (WAYS.includes(token) ? undefined : `must be one of ${WAYS.join(', ')}`),
  authorize: async ({ key, captureMethod }) => ({
    kind: captureMethod === 'manual' ? 'authorized' : 'captured',
    reference: key,
  }),
  capture: async ({ isLast }) => ({ kind: 'captured', isClosed: isLast }),
  void: async () => ({ kind: 'voided' }),
  refund: async ({ key }) => ({ kind: 'refunded', reference: key }),
  lookUp: async () => ({ kind: 'cannot_tell' }),
  verify: async () => ({ kind: 'refused', why: 'is nobody’s: payments by hand have none' }),
});
