import path from 'node:path';
import { expect } from 'chai';
import { createOrder, createProduct, createUser, itemsOf } from '../../support/builders/resources.ts';
import { type VoucherExample, voucherWebhook, writeVoucherExample } from '../../support/builders/voucher-example.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

/** An order of 20 USD. */
const anOrder = async (app: TestApp): Promise<Reply['json']> =>
  createOrder(app, { items: itemsOf([await createProduct(app, { price: 20 })]) });

/** Pays by a voucher, with the given fields. */
const pay = async (app: TestApp, fields: object = {}): Promise<Reply> => {
  const { id } = await anOrder(app);
  const body = { order_id: id, payment_method: { token: 'GIFT-2026' }, ...fields };
  return app.call('/api/payments', { method: 'POST', body });
};

const paid = async (app: TestApp, fields: object = {}): Promise<Reply['json']> => {
  const reply = await pay(app, fields);
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

const step = async (app: TestApp, { id }: { id: string }, name: string, body: object = {}): Promise<Reply['json']> => {
  const reply = await app.call(`/api/payments/${id}/${name}`, { method: 'POST', body });
  expect(reply.status, reply.text).to.be.oneOf([200, 201]);
  return reply.json;
};

const sendWebhook = (app: TestApp, { body, headers }: Partial<ReturnType<typeof voucherWebhook>>): Promise<Reply> =>
  app.call('/api/payments/notifications/voucher', { method: 'POST', key: null, body, headers: headers ?? {} });

/** The guide's example, written to disk for a `describe`; each test starts with a full voucher. */
const useExample = (): (() => VoucherExample) => {
  let example: VoucherExample | undefined;
  before(async () => {
    example = await writeVoucherExample();
  });
  beforeEach(() =>
    example?.change(({ vouchers }) => {
      vouchers['GIFT-2026'] = { USD: 5000 };
    }),
  );
  after(() => example?.remove());
  return () => {
    if (example === undefined) throw new Error('The example is there during tests alone.');
    return example;
  };
};

describe('the guide’s gateway', () => {
  const example = useExample();

  it('passes the contract suite as the guide runs it', async () => {
    const { code, output } = await example().runTest();
    expect(code, output).to.equal(0);
    for (const group of ['captures', 'refunds', 'requests', 'saved payment methods', 'record', 'gateway webhooks']) {
      expect(output).to.include(`    ${group}\n`);
    }
    expect(output)
      .to.match(/PaymentGateway by vouchers/)
      .and.match(/ (6|7|8)\d passing/);
  });
});

describe('a service with an external gateway', () => {
  const example = useExample();
  let app: TestApp;

  before(async () => {
    app = await startApp({ ...example().settings, PAYMENT_GATEWAYS: example().module });
  });
  after(() => app.stop());

  const worth = async () => (await example().books()).vouchers['GIFT-2026']?.['USD'];

  it('uses it by default', async () => {
    const payment = await paid(app);
    expect(payment).to.include({ gateway: 'voucher', status: 'succeeded', amount: 20, gateway_reference: payment.id });
    expect((await app.call(`/api/orders/${payment.order_id}`)).json.payment_status).to.equal('paid');
    expect(await worth()).to.equal(3000);
  });

  it('authorizes, captures a part, voids the rest and refunds', async () => {
    const held = await paid(app, { capture_method: 'manual' });
    expect([held.status, await worth()]).to.deep.equal(['authorized', 3000]);
    expect(await step(app, held, 'capture', { amount: 12.5 })).to.include({ amount_captured: 12.5 });
    expect(await step(app, held, 'cancel')).to.include({ status: 'succeeded', amount_captured: 12.5 });
    expect(await worth()).to.equal(3750);
    expect(await step(app, held, 'refunds', { amount: 2.5 })).to.include({ status: 'succeeded', amount: 2.5 });
    expect(await worth()).to.equal(4000);
  });

  it('refunds a cancelled order', async () => {
    const { order_id: id } = await paid(app);
    expect((await app.call(`/api/orders/${id}/cancel`, { method: 'POST' })).json.status).to.equal('cancelled');
    expect(await worth()).to.equal(5000);
  });

  it('reports declines and malformed tokens', async () => {
    await example().change(({ vouchers }) => {
      vouchers['GIFT-2026'] = { USD: 1999 };
    });
    const problem = expectProblem(await pay(app), 402, 'payment_declined');
    expect(problem).to.include({ detail: 'The balance of the voucher is lower.', decline_code: 'insufficient_funds' });
    const malformed = expectProblem(
      await pay(app, { payment_method: { token: 'tok_success' } }),
      422,
      'unknown_reference',
    );
    expect(errorPathsOf(malformed)).to.deep.equal(['/payment_method/token']);
    expect(malformed.detail).to.include('must be the code of a voucher');
    expectProblem(await pay(app, { payment_method: { token: 'GIFT-NONE' } }), 422, 'unknown_reference');
  });

  it('saves vouchers, charges them for their owner and removes deleted ones', async () => {
    const { id: userId } = await createUser(app);
    const body = { user_id: userId, token: 'GIFT-2026' };
    const { json: method } = await app.call('/api/payment_methods', { method: 'POST', body });
    expect(method).to.include({ gateway: 'voucher', status: 'active', type: 'voucher', is_default: true });
    const { id } = await createOrder(app, {
      user_id: userId,
      items: itemsOf([await createProduct(app, { price: 20 })]),
    });
    const paying = { order_id: id, payment_method: { id: method.id, off_session: true } };
    const payment = await app.call('/api/payments', { method: 'POST', body: paying });
    expect(payment.json, payment.text).to.include({ status: 'succeeded', payment_method_id: method.id });
    expect(await worth()).to.equal(3000);
    await app.call(`/api/payment_methods/${method.id}`, { method: 'DELETE' });
    await eventually('it is removed', async () => (await example().books()).saved[method.id] === undefined);
  });

  it('applies external changes from signed webhooks', async () => {
    const payment = await paid(app);
    await example().change(({ charges }) => {
      Object.assign(charges[payment.id] ?? {}, { refunded: 300 });
    });
    expect((await sendWebhook(app, voucherWebhook(payment.id))).status).to.equal(204);
    expect((await app.call(`/api/payments/${payment.id}`)).json.amount_refunded).to.equal(3);
  });

  it('rejects unsigned and modified webhooks', async () => {
    const payment = await paid(app);
    await example().change(({ charges }) => {
      Object.assign(charges[payment.id] ?? {}, { refunded: 300 });
    });
    const { body, headers } = voucherWebhook(payment.id);
    for (const strange of [{ body }, { body: body.replace('"id"', '"ID"'), headers }]) {
      expectProblem(await sendWebhook(app, strange), 401, 'invalid_credentials');
    }
    expect((await app.call(`/api/payments/${payment.id}`)).json.amount_refunded).to.equal(0);
  });
});

describe('a service with several gateways', () => {
  const example = useExample();

  const withApp = async (settings: Record<string, string>, use: (app: TestApp) => Promise<void>): Promise<void> => {
    const app = await startApp({ ...example().settings, ...settings });
    try {
      await use(app);
    } finally {
      await app.stop();
    }
  };

  const BY_SANDBOX = { payment_method: { token: 'tok_success' } };

  it('offers all, the first by default', async () => {
    await withApp({ PAYMENT_GATEWAYS: `${example().module}, sandbox` }, async (app) => {
      expect((await paid(app)).gateway).to.equal('voucher');
      expect((await paid(app, { ...BY_SANDBOX, gateway: 'sandbox' })).gateway).to.equal('sandbox');
      const problem = expectProblem(await pay(app, { gateway: 'stripe' }), 422, 'validation_failed');
      expect(problem.detail).to.include('must be one of voucher, sandbox');
      const { paths } = (await app.call('/api/openapi.json')).json;
      const webhookPaths = Object.keys(paths).filter((at) => at.startsWith('/api/payments/notifications/'));
      expect(webhookPaths.map((at) => path.basename(at))).to.deep.equal(['voucher', 'sandbox']);
    });
  });

  it('changes the default by one setting and keeps each payment’s gateway', async () => {
    const storage = { DATABASE_URL: await createDatabase() };
    let held: Reply['json'];
    await withApp({ ...storage, PAYMENT_GATEWAYS: `${example().module},sandbox` }, async (app) => {
      held = await paid(app, { capture_method: 'manual' });
    });
    await withApp({ ...storage, PAYMENT_GATEWAYS: `sandbox,${example().module}` }, async (app) => {
      expect((await paid(app, BY_SANDBOX)).gateway).to.equal('sandbox');
      expect(await step(app, held, 'capture')).to.include({ gateway: 'voucher', status: 'succeeded' });
      expect((await example().books()).charges[held.id]).to.include({ captured: 2000 });
    });
  });
});
