import { expect } from 'chai';
import {
  byToken,
  createOrder,
  createPayment,
  createProduct,
  itemsOf,
  orderStep,
  payment,
  paymentStep,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

const NO_ORDER = 'ord_01h455vb4pex5vsknk084sn02q';
const NO_PAYMENT = 'pay_01h455vb4pex5vsknk084sn02q';

const anOrder = async (app: TestApp): Promise<string> =>
  (await createOrder(app, { items: itemsOf([await createProduct(app, { price: 20 })], 1) })).id;

const paymentsOf = async (app: TestApp, orderId: string) =>
  (await app.call(`/api/payments?order_id=${orderId}`)).json.data as { id: string }[];

onService(
  'invalid payments',
  ({ app }) => {
    it('report all errors at once, with their pointers', async () => {
      const problem = expectProblem(
        await app().call('/api/payments', {
          method: 'POST',
          body: {
            order_id: 'prod_1',
            payment_method: { number: 'x' },
            amount: '20',
            capture_method: 'later',
            gateway: 'Sandbox!',
            return_url: 'javascript:alert(1)',
            metadata: { a: 1 },
            currency: 'USD',
          },
        }),
        422,
        'validation_failed',
      );
      expect(errorPathsOf(problem)).to.deep.equal([
        '/amount',
        '/capture_method',
        '/currency',
        '/gateway',
        '/metadata/a',
        '/order_id',
        '/payment_method',
        '/payment_method/number',
        '/return_url',
      ]);
    });

    it('reject an unknown order and store nothing', async () => {
      const problem = expectProblem(await payment(app(), NO_ORDER), 422, 'unknown_reference');
      expect(problem.errors).to.deep.equal([
        { pointer: '/order_id', code: 'any.only', message: 'must be the id of an existing order' },
      ]);
      expect(await paymentsOf(app(), NO_ORDER)).to.deep.equal([]);
    });

    it('reject an amount above the amount due, zero, negative or with a fraction of a cent', async () => {
      const orderId = await anOrder(app());
      for (const [amount, message] of [
        [20.01, 'must be at most 20.00, the amount due'],
        [999_999_999_999.99, 'must be at most 20.00, the amount due'],
        [0, 'must be more than 0'],
        [-1, 'must be more than 0'],
        [1.001, 'must have at most 2 decimals in USD'],
      ] as const) {
        const problem = expectProblem(await payment(app(), orderId, { amount }), 422, 'validation_failed');
        expect(problem.errors[0]).to.include({ pointer: '/amount', message });
      }
      expect(await paymentsOf(app(), orderId)).to.deep.equal([]);
    });

    it('reject an unknown gateway or token', async () => {
      const orderId = await anOrder(app());
      const gateway = expectProblem(await payment(app(), orderId, { gateway: 'paypal' }), 422, 'validation_failed');
      expect(gateway.errors).to.deep.equal([
        { pointer: '/gateway', code: 'any.only', message: 'must be one of sandbox, manual' },
      ]);
      for (const [token, fields] of [
        ['tok_unheard_of', {}],
        ['tok_success', { gateway: 'manual' }],
        ['cash', { gateway: 'sandbox' }],
      ] as const) {
        const problem = expectProblem(
          await payment(app(), orderId, { ...byToken(token), ...fields }),
          422,
          'unknown_reference',
        );
        expect(errorPathsOf(problem)).to.deep.equal(['/payment_method/token']);
      }
      expect(await paymentsOf(app(), orderId)).to.deep.equal([]);
    });

    it('reject a cancelled or free order, and decimals that the currency does not have', async () => {
      const cancelled = await anOrder(app());
      await orderStep(app(), cancelled, 'cancel');
      const problem = expectProblem(await payment(app(), cancelled), 409, 'invalid_state');
      expect(problem).to.deep.include({ current_state: 'cancelled', actions: [] });
      const free = await createOrder(app(), { items: itemsOf([await createProduct(app(), { price: 0 })], 1) });
      expect(expectProblem(await payment(app(), free.id), 409, 'invalid_state').current_state).to.equal('paid');
      const yen = await createProduct(app(), { price: 1990, currency: 'JPY' });
      const { id } = await createOrder(app(), { items: itemsOf([yen], 1) });
      const decimals = expectProblem(await payment(app(), id, { amount: 0.5 }), 422, 'validation_failed');
      expect(decimals.errors[0].message).to.equal('must have at most 0 decimals in JPY');
      expect(await createPayment(app(), id)).to.include({ amount: 1990, currency: 'JPY', status: 'succeeded' });
    });

    it('reject steps that the state forbids, unknown payments and invalid bodies of steps', async () => {
      const succeeded = await createPayment(app(), await anOrder(app()));
      const waiting = await createPayment(app(), await anOrder(app()), byToken('tok_requires_action'));
      const declined = expectProblem(
        await payment(app(), await anOrder(app()), byToken('tok_declined')),
        402,
        'payment_declined',
      );
      const authorized = await createPayment(app(), await anOrder(app()), { capture_method: 'manual' });
      for (const [id, step, state] of [
        [succeeded.id, 'capture', 'succeeded'],
        [succeeded.id, 'cancel', 'succeeded'],
        [waiting.id, 'capture', 'requires_action'],
        [waiting.id, 'refunds', 'requires_action'],
        [declined.payment_id, 'capture', 'failed'],
        [declined.payment_id, 'cancel', 'failed'],
        [declined.payment_id, 'refunds', 'failed'],
        [authorized.id, 'refunds', 'authorized'],
      ]) {
        const problem = expectProblem(await paymentStep(app(), id, step), 409, 'invalid_state');
        expect(problem.current_state, `${step} ${state}`).to.equal(state);
      }
      for (const step of ['capture', 'cancel', 'refunds']) {
        expectProblem(await paymentStep(app(), NO_PAYMENT, step), 404, 'not_found');
      }
      for (const [step, body] of [
        ['capture', { amount: 20.01 }],
        ['capture', { amount: 0 }],
        ['capture', { amount: 1.001 }],
        ['cancel', { amount: 1 }],
        ['refunds', { amount: 1, reason: 'x'.repeat(501) }],
      ] as const) {
        expectProblem(await paymentStep(app(), authorized.id, step, body), 422, 'validation_failed');
      }
    });

    it('reject another request under the same Idempotency-Key and replay the same one', async () => {
      const [orderId, other] = [await anOrder(app()), await anOrder(app())];
      const withKey = (key: string) => ({ headers: { 'Idempotency-Key': `${orderId}-${key}` } });
      const first = await payment(app(), orderId, { amount: 5 }, withKey('a'));
      const again = await payment(app(), orderId, { amount: 5 }, withKey('a'));
      expect(again.text).to.equal(first.text);
      expect(again.headers.get('idempotency-replayed')).to.equal('true');
      expectProblem(await payment(app(), orderId, { amount: 6 }, withKey('a')), 422, 'idempotency_key_reused');
      expectProblem(await payment(app(), other, { amount: 5 }, withKey('a')), 422, 'idempotency_key_reused');
      const declined = await payment(app(), other, byToken('tok_declined'), withKey('b'));
      expect((await payment(app(), other, byToken('tok_declined'), withKey('b'))).text).to.equal(declined.text);
      const reused = await payment(app(), other, byToken('tok_timeout'), withKey('b'));
      expectProblem(reused, 422, 'idempotency_key_reused');
      expectProblem(declined, 402, 'payment_declined');
      const pending = await payment(app(), other, byToken('tok_timeout'), withKey('c'));
      expect(pending.json.status).to.equal('processing');
      await eventually('the outcome is known', async () => {
        const { status } = (await app().call(`/api/payments/${pending.json.id}`)).json;
        return status === 'succeeded';
      });
      expect((await payment(app(), other, byToken('tok_timeout'), withKey('c'))).text).to.equal(pending.text);
      expect(await paymentsOf(app(), other)).to.have.length(2);
    });

    it('are replayed under the same Idempotency-Key although they would succeed now', async () => {
      const orderId = await anOrder(app());
      const withKey = { headers: { 'Idempotency-Key': `replayed-${orderId}` } };
      const first = await createPayment(app(), orderId, { ...byToken('tok_timeout'), amount: 1 });
      const response = await payment(app(), orderId, {}, withKey);
      expect(expectProblem(response, 409, 'invalid_state').payment_id).to.equal(first.id);
      await eventually('the outcome is known', async () => {
        return (await app().call(`/api/payments/${first.id}`)).json.status === 'succeeded';
      });
      const again = await payment(app(), orderId, {}, withKey);
      expect([again.text, again.headers.get('idempotency-replayed')]).to.deep.equal([response.text, 'true']);
      expect((await app().call(`/api/orders/${orderId}`)).json.amount_paid).to.equal(1);
    });
  },
  { PAYMENT_GATEWAYS: 'sandbox,manual' },
);

onService('a payment', ({ app }) => {
  it('has no dry run, since a gateway would be called', async () => {
    const orderId = await anOrder(app());
    const { id } = await createPayment(app(), orderId, { capture_method: 'manual' });
    const dryRun = (path: string, body?: object) =>
      app().call(`${path}?dry_run=true`, { method: 'POST', ...(body === undefined ? {} : { body }) });
    for (const response of [
      await dryRun('/api/payments', { order_id: orderId, ...byToken('tok_success') }),
      await dryRun(`/api/payments/${id}/capture`),
      await dryRun(`/api/payments/${id}/cancel`),
    ]) {
      expectProblem(response, 422, 'dry_run_unsupported');
    }
    expect((await app().call(`/api/payments/${id}`)).json.version).to.equal(2);
  });

  it('sent twenty times concurrently under one Idempotency-Key is one payment and one response', async () => {
    const orderId = await anOrder(app());
    const headers = { 'Idempotency-Key': `at-once-${orderId}` };
    const responses = await Promise.all(Array.from({ length: 20 }, () => payment(app(), orderId, {}, { headers })));
    const made = responses.filter(({ status }) => status === 201);
    expect(made.length).to.be.greaterThan(0);
    expect(new Set(made.map(({ text }) => text)).size).to.equal(1);
    for (const response of responses)
      if (response.status !== 201) expectProblem(response, 409, 'idempotency_in_progress');
    expect(await paymentsOf(app(), orderId)).to.have.length(1);
  });
});
