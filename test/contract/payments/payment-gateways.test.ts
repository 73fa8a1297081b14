import { makeManualGateway } from '#adapters/payment-gateways/manual/manual-gateway.ts';
import { openStripe, STRIPE_TOKENS, type StripeUnderTest, signedEvent } from '../../support/gateways/open-stripe.ts';
import type { GatewayUnderTest } from './gateway-under-test.ts';
import { paymentGatewayContract } from './payment-gateway.contract.ts';

paymentGatewayContract('hand', {
  open: async () => ({ gateway: makeManualGateway(), close: async () => {} }),
  tokens: { succeeds: 'bank_transfer', malformed: ['Cash', 'cheque', 'bank_transfer '] },
  captures: 'several',
  isLocal: true,
});

const STRIPE: GatewayUnderTest<StripeUnderTest> = {
  open: () => openStripe(),
  tokens: STRIPE_TOKENS,
  savedTokens: {
    succeeds: 'pm_card_visa',
    declines: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    fails: { generic_decline: 'pm_card_chargeCustomerFail' },
    requiresAction: 'pm_card_authenticationRequired',
  },
  async savedCountOf({ server }, { key }) {
    const { setupIntents } = server.account.customers;
    return setupIntents.filter(({ metadata }) => metadata['payment_method_id'] === key).length;
  },
  async completeSaving({ server }, { key }) {
    const { customers } = server.account;
    for (const { id, metadata } of customers.setupIntents) {
      if (metadata['payment_method_id'] === key) customers.complete(id);
    }
  },
  isRecorded: true,
  captures: 'several',
  async recordOf({ server }, key) {
    const intents = server.account.intents.filter(({ metadata }) => metadata['payment_id'] === key);
    const refunds = server.account.refunds.filter(({ metadata }) => metadata['payment_id'] === key);
    const captured = intents.reduce((sum, intent) => sum + BigInt(intent.amount_received), 0n);
    const refunded = refunds.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    return { charges: intents.length, captured, refunded };
  },
  async completeAction({ server }, { reference }) {
    server.account.authorize(reference ?? '');
  },
  loseNextResponse({ server }) {
    server.failures.losesNextResponse = true;
  },
  failNextRequest({ server }) {
    server.failures.nextResponse = { status: 500, body: { error: { type: 'api_error', message: 'In words.' } } };
  },
  async failRefund({ server }, _, refund) {
    server.account.failRefund(refund);
  },
  async dispute({ server }, { reference }, step) {
    server.account.dispute(reference ?? '', ({ open: 'needs_response', won: 'won', lost: 'lost' } as const)[step]);
  },
  webhooks: {
    about: ({ server }, { reference }, at) =>
      signedEvent('payment_intent.succeeded', server.account.intent(reference ?? ''), { at }),
    forged: ({ server }, { reference }, at) =>
      signedEvent('payment_intent.succeeded', server.account.intent(reference ?? ''), { at, secret: 'whsec_another' }),
    aboutNoneOfOurs: (_, at) => signedEvent('payout.paid', { id: 'po_1', object: 'payout', metadata: {} }, { at }),
  },
};

paymentGatewayContract('Stripe', STRIPE);

paymentGatewayContract('Stripe to an account that captures once', {
  ...STRIPE,
  open: () => openStripe({ multicapture: false }),
  captures: 'one',
});
