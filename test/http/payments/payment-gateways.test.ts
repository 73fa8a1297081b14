import { expect } from 'chai';
import { byToken, createKey, createOrder, createProduct, itemsOf } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';

onService('the health of the payment gateways', ({ app }) => {
  it('is that of the calls so far, for staff', async () => {
    const read = async () => (await app().call('/api/payment_gateways/health')).json.data.slice(0, 1);
    const idle = {
      object: 'payment_gateway_health',
      name: 'sandbox',
      is_default: true,
      is_live: false,
      circuit: 'closed',
    };
    expect(await read()).to.deep.equal([{ ...idle, last_success_at: null, last_failure: null }]);
    const product = await createProduct(app());
    const order = await createOrder(app(), { items: itemsOf([product], 1), email: 'ada@example.com' });
    const before = new Date().toISOString();
    const declined = { order_id: order.id, ...byToken('tok_declined') };
    expectProblem(await app().call('/api/payments', { method: 'POST', body: declined }), 402, 'payment_declined');
    const [{ last_success_at: at, ...health }] = await read();
    expect(health).to.deep.equal({ ...idle, last_failure: null });
    expect(at >= before).to.equal(true);
    const { key } = await createKey(app(), { scopes: ['orders:read'] });
    expectProblem(await app().call('/api/payment_gateways/health', { key }), 403, 'insufficient_scope');
  });
});

onService('the setup of the payment gateways', ({ app }) => {
  it('is that of the enabled ones, and of those that could be', async () => {
    const read = async () => (await app().call('/api/payment_gateways/setup')).json.data;
    const setup = { object: 'payment_gateway_setup', missing_settings: [], last_webhook_at: null };
    const urlOf = (name: string) => `${app().url}/api/payments/notifications/${name}`;
    expect(await read()).to.deep.equal([
      { ...setup, name: 'sandbox', is_enabled: true, is_live: false, webhook_url: urlOf('sandbox') },
      { ...setup, name: 'manual', is_enabled: true, is_live: false, webhook_url: null },
      {
        ...setup,
        name: 'stripe',
        is_enabled: false,
        is_live: null,
        missing_settings: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PUBLISHABLE_KEY'],
        webhook_url: urlOf('stripe'),
      },
    ]);
    const { id } = await createOrder(app(), { items: itemsOf([await createProduct(app())], 1) });
    await app().call('/api/payments', { method: 'POST', body: { order_id: id, ...byToken('tok_disputed') } });
    await eventually('a webhook arrives', async () => (await read())[0].last_webhook_at !== null);
  });
});

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
