import { inspect } from 'node:util';
import { expect } from 'chai';
import { createOrder, createPayment, createProduct, createUser } from '../../support/builders/resources.ts';
import { aLog } from '../../support/log.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { dumpOf } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const CARD = '4242424242424242';

/** Notations of a card number. */
const WRITTEN = [
  CARD,
  '4242 4242 4242 4242',
  '4242-4242-4242-4242',
  `my card is ${CARD}, thanks`,
  '４２４２４２４２４２４２４２４２',
  '378282246310005',
  '3782 822463 10005',
];

describe('card numbers', () => {
  let app: TestApp;
  let databaseUrl: string;
  const { log, lines } = aLog();

  before(async () => {
    databaseUrl = await createDatabase();
    app = await startApp({ DATABASE_URL: databaseUrl }, { log });
  });
  after(() => app.stop());

  const expectRejected = async (path: string, body: object, method = 'POST') => {
    const reply = await app.call(path, { method, body });
    const problem = expectProblem(reply, 422, 'validation_failed');
    // the request's id and the service's port may contain these digits by chance
    const written = reply.text.replaceAll(problem.request_id, '').replaceAll(new URL(problem.type).host, '');
    expect(written).to.not.match(/4242|3782/);
    for (const { code } of problem.errors) expect(code).to.equal('card_number');
    return errorPathsOf(problem);
  };

  it('are rejected in every field and field name of a payment', async () => {
    const { id: orderId } = await createOrder(app);
    const body = { order_id: orderId, payment_method: { token: 'tok_success' } };
    for (const text of WRITTEN) {
      expect(await expectRejected('/api/payments', { ...body, payment_method: { token: text } })).to.deep.equal([
        '/payment_method/token',
      ]);
    }
    for (const [fields, pointer] of [
      [{ payment_method: { token: 'tok_success', number: CARD } }, '/payment_method/number'],
      [{ payment_method: { token: 'tok_success', card: { number: Number(CARD) } } }, '/payment_method/card/number'],
      [{ metadata: { note: CARD } }, '/metadata/note'],
      [{ metadata: { [CARD]: 'x' } }, '/metadata/[withheld]'],
      [{ amount: Number(CARD) }, '/amount'],
      [{ order_id: CARD }, '/order_id'],
      [{ gateway: CARD }, '/gateway'],
      [{ return_url: `https://shop.example/?c=${CARD}` }, '/return_url'],
      [{ return_url: 'https://shop.example/?c=4242%204242+4242%2D4242' }, '/return_url'],
      [{ anything: [{ else: CARD }] }, '/anything/0/else'],
    ] as const) {
      expect(await expectRejected('/api/payments', { ...body, ...fields })).to.deep.equal([pointer]);
    }
    const { id } = await createPayment(app, orderId, { capture_method: 'manual' });
    expect(await expectRejected(`/api/payments/${id}/refunds`, { reason: `refund to ${CARD}` })).to.deep.equal([
      '/reason',
    ]);
    for (const step of ['capture', 'cancel']) await expectRejected(`/api/payments/${id}/${step}`, { note: CARD });
  });

  it('are rejected in all metadata', async () => {
    const [order, product, user] = [await createOrder(app), await createProduct(app), await createUser(app)];
    const metadata = { card: CARD };
    expect(await expectRejected('/api/products', { name: 'x', price: 1, metadata })).to.deep.equal(['/metadata/card']);
    await expectRejected(`/api/products/${product.id}`, { metadata }, 'PATCH');
    await expectRejected(`/api/products/${product.id}`, { name: 'x', price: 1, metadata }, 'PUT');
    await expectRejected('/api/orders', { items: [{ product_id: product.id, quantity: 1 }], metadata });
    await expectRejected(`/api/orders/${order.id}`, { metadata: { [CARD]: null } }, 'PATCH');
    await expectRejected('/api/users', { email: 'a@example.com', metadata });
    await expectRejected(`/api/users/${user.id}`, { metadata }, 'PATCH');
    await expectRejected('/api/users/me', { metadata }, 'PATCH');
  });

  it('are reported before the other errors of a small body, and after the schema’s errors of a large one', async () => {
    const metadata = { card: CARD, long: 'x'.repeat(501) };
    expect(await expectRejected('/api/products', { metadata })).to.deep.equal(['/metadata/card']);
    const long = { metadata: { card: CARD, note: `${CARD} `.repeat(2_000) } };
    const reply = await app.call('/api/products', { method: 'POST', body: { name: 'x', price: 1, ...long } });
    const { errors } = expectProblem(reply, 422, 'validation_failed');
    expect(errors).to.deep.equal([
      { pointer: '/metadata/note', code: 'string.max', message: 'must have at most 500 characters' },
    ]);
  });

  it('are not searched for in bodies without metadata', async () => {
    const body = { email: 'nobody@example.com', password: CARD, metadata: { card: CARD } };
    const { errors } = expectProblem(await app.call('/api/auth', { method: 'POST', body }), 422, 'validation_failed');
    expect(errors).to.deep.equal([{ pointer: '/metadata', code: 'object.unknown', message: 'is not a known field' }]);
  });

  it('do not include numbers with a wrong check digit or length', async () => {
    const metadata = { ean: '4242424242424241', long: '55555555555544440000', short: '424242424242', price: '19.99' };
    expect((await createProduct(app, { metadata })).metadata).to.deep.equal(metadata);
  });

  it('appear in no log, response or row when sent elsewhere', async () => {
    const { id } = await createOrder(app);
    const replies = [
      await app.call(`/api/payments/${CARD}`),
      await app.call(`/api/payments?order_id=${CARD}`),
      await app.call(`/api/products?category=${CARD}`),
      await app.call('/api/payments', { method: 'POST', body: `{"order_id": "${CARD}` }),
      await app.call('/api/payments', { method: 'POST', body: `{"${CARD}": 1, "${CARD}": 2}` }),
      await app.call(`/api/payments?${CARD}=1`),
      await app.call('/api/payments', {
        method: 'POST',
        headers: { 'Idempotency-Key': CARD, 'X-Request-Id': CARD },
        body: { order_id: id, payment_method: { token: 'tok_success' } },
      }),
    ];
    expect(replies.map(({ status }) => status)).to.deep.equal([404, 400, 200, 400, 400, 400, 201]);
    for (const { text } of replies) expect(text).to.not.contain(CARD);
    expect(replies.at(-1)?.headers.get('x-request-id')).to.not.equal(CARD);
    expect(inspect(lines, { depth: 8, maxArrayLength: null })).to.not.contain(CARD);
    const rows = await dumpOf(databaseUrl);
    expect(rows).to.contain(id);
    for (const text of WRITTEN) expect(rows).to.not.contain(text);
  });
});
