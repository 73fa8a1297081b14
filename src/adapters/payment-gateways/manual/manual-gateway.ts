import type { PaymentGateway } from '#core/payments/payment-gateway.ts';

/** The ways in which the shop receives or returns money manually. */
const WAYS = ['bank_transfer', 'cash', 'other'];

/**
 * Manual payments: staff move the money and record it here. The gateway keeps no record: every operation succeeds, also
 * when repeated.
 */
export const makeManualGateway = (): PaymentGateway => ({
  name: 'manual',
  isManual: true,
  webhookMediaTypes: [],
  tokenError: (token) => (WAYS.includes(token) ? undefined : `must be one of ${WAYS.join(', ')}`),
  authorize: async ({ key, captureMethod }) => ({
    kind: captureMethod === 'manual' ? 'authorized' : 'captured',
    reference: key,
  }),
  capture: async ({ isLast }) => ({ kind: 'captured', isClosed: isLast }),
  void: async () => ({ kind: 'voided' }),
  refund: async ({ key }) => ({ kind: 'refunded', reference: key }),
  lookUp: async () => ({ kind: 'cannot_tell' }),
  verify: async () => ({ kind: 'refused', why: 'cannot be verified: manual payments have no webhooks' }),
});
