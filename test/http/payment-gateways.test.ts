import { expect } from 'chai';
import { onStorage } from '../support/each-storage.ts';
import { createKey } from '../support/resources.ts';

onStorage(
  'memory',
  'the payment gateways',
  ({ app }) => {
    it('are listed with their public keys and capabilities, the default first', async () => {
      const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
      const gateway = { object: 'payment_gateway', is_default: false, is_live: false, public_key: null };
      for (const caller of [key, null, app().ownerKey]) {
        const reply = await app().call('/api/payment_gateways', { key: caller });
        expect(reply.status).to.equal(200);
        expect(reply.text).to.not.include('sk_test');
        expect(reply.json.data).to.deep.equal([
          {
            ...gateway,
            name: 'stripe',
            is_default: true,
            public_key: 'pk_test_1',
            capabilities: ['customer_payments', 'manual_capture', 'refunds', 'saved_methods'],
          },
          {
            ...gateway,
            name: 'sandbox',
            capabilities: ['customer_payments', 'manual_capture', 'refunds', 'saved_methods'],
          },
          { ...gateway, name: 'manual', capabilities: ['manual_capture', 'refunds'] },
        ]);
      }
    });
  },
  {
    PAYMENT_GATEWAYS: 'stripe,sandbox,manual',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  },
);
