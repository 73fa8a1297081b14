import { makeManualGateway } from '#adapters/payment-gateways/manual/manual-gateway.ts';
import { paymentGatewayContract } from './payment-gateway.contract.ts';

paymentGatewayContract('hand', {
  open: async () => ({ gateway: makeManualGateway(), close: async () => {} }),
  tokens: { succeeds: 'bank_transfer', malformed: ['Cash', 'cheque', 'bank_transfer '] },
  captures: 'several',
});
