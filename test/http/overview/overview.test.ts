import { expect } from 'chai';
import {
  createKey,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  orderStep,
  patchProduct,
  paymentStep,
  signIn,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const NAMES = [
  'orders_to_fulfill',
  'orders_to_pay',
  'withdrawals_to_decide',
  'withdrawals_to_refund',
  'payments_needing_attention',
  'products_low_on_stock',
  'webhooks_needing_attention',
  'invoices_needing_attention',
] as const;

type Counts = Readonly<Record<(typeof NAMES)[number], { count: number; exact: boolean; url: string }>>;

onService('the overview', ({ app }) => {
  const read = async (key?: string): Promise<Counts> => {
    const reply = await app().call('/api/overview', key === undefined ? {} : { key });
    expect(reply.status, reply.text).to.equal(200);
    const { object, ...counts } = reply.json;
    expect(object).to.equal('overview');
    return counts;
  };
  const counts = async (): Promise<number[]> => {
    const overview = await read();
    return NAMES.map((name) => overview[name].count);
  };

  it('has no counts above 0 in an empty shop', async () => {
    expect(await counts()).to.deep.equal(NAMES.map(() => 0));
  });

  it('follows an order until it is paid and fulfilled', async () => {
    const cancelled = await createOrder(app());
    const order = await createOrder(app());
    expect((await counts()).slice(0, 2)).to.deep.equal([0, 2]);
    await createPayment(app(), order.id);
    await orderStep(app(), cancelled.id, 'cancel');
    expect((await counts()).slice(0, 2)).to.deep.equal([1, 0]);
    const [{ id: itemId }] = order.items;
    await orderStep(app(), order.id, 'fulfillments', { items: [{ item_id: itemId, quantity: 1 }] });
    expect((await counts()).slice(0, 2)).to.deep.equal([0, 0]);
  });

  /** States the withdrawal from an order that does not exist. */
  const createWithdrawal = async (): Promise<string> => {
    const email = `stranger-${crypto.randomUUID()}@example.com`;
    const body = { name: 'Ada', order_number: '999999', email };
    expect((await app().call('/api/withdrawals', { method: 'POST', body })).status).to.equal(202);
    const find = async () =>
      (await app().call('/api/withdrawals')).json.data.find((each: { email: string }) => each.email === email);
    await eventually('it waits for the staff', async () => (await find())?.reason === 'unmatched');
    return (await find()).id;
  };

  it('counts a withdrawal until it is decided', async () => {
    const id = await createWithdrawal();
    expect((await read()).withdrawals_to_decide.count).to.equal(1);
    expect((await app().call(`/api/withdrawals/${id}/reject`, { method: 'POST' })).status).to.equal(200);
    expect((await read()).withdrawals_to_decide.count).to.equal(0);
  });

  it('counts a payment whose refund failed', async () => {
    const { id: orderId } = await createOrder(app());
    const paid = await createPayment(app(), orderId, { payment_method: { token: 'tok_refund_fails_later' } });
    await paymentStep(app(), paid.id, 'refunds', {});
    await eventually('the refund has failed', async () => (await read()).payments_needing_attention.count === 1);
  });

  it('counts a product while little of it is left', async () => {
    const product = await createProduct(app(), { stock: 6 });
    expect((await read()).products_low_on_stock.count).to.equal(0);
    for (const [fields, expected] of [
      [{ stock: 5 }, 1],
      [{ low_stock_threshold: 4 }, 0],
      [{ stock: 4 }, 1],
      [{ status: 'draft' }, 0],
    ] as const) {
      await patchProduct(app(), product.id, fields);
      expect((await read()).products_low_on_stock.count, JSON.stringify(fields)).to.equal(expected);
    }
  });

  it('does not count a webhook that was disabled by request', async () => {
    const body = { url: 'https://shop.example/hooks', events: ['*'], enabled: false };
    expect((await app().call('/api/webhooks', { method: 'POST', body })).status).to.equal(201);
    expect((await read()).webhooks_needing_attention.count).to.equal(0);
  });

  it('links each count to the list that shows it', async () => {
    await createProduct(app(), { stock: 0 });
    await createOrder(app());
    await createWithdrawal();
    const overview = await read();
    for (const name of NAMES) {
      const { count, exact, url } = overview[name];
      const list = await app().call(`${url}&include_total=true`);
      expect(list.status, list.text).to.equal(200);
      expect([name, list.json.total, exact]).to.deep.equal([name, count, true]);
    }
  });

  it('has only the counts whose list the caller may read', async () => {
    for (const [scope, names] of [
      ['orders:read', NAMES.slice(0, 4)],
      ['payments:read', NAMES.slice(4, 5)],
      ['products:read', NAMES.slice(5, 6)],
      ['webhooks:read', NAMES.slice(6, 7)],
      ['invoices:read', NAMES.slice(7)],
    ] as const) {
      const { key } = await createKey(app(), { scopes: [scope, 'events:read'] });
      expect(Object.keys(await read(key)), scope).to.deep.equal(names);
    }
    const staff = await signIn(app(), await createUser(app(), { role: 'staff' }));
    expect(Object.keys(await read(staff))).to.deep.equal(NAMES.toSpliced(6, 1));
  });

  it('is for callers who may read one of the lists', async () => {
    const { key } = await createKey(app(), { scopes: ['events:read'] });
    const problem = expectProblem(await app().call('/api/overview', { key }), 403, 'insufficient_scope');
    expect(problem.required_scope).to.equal('orders:read payments:read products:read webhooks:read invoices:read');
    const customer = await signIn(app(), await createUser(app()));
    expectProblem(await app().call('/api/overview', { key: customer }), 403, 'insufficient_scope');
  });
});
