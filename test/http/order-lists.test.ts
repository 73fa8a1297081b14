import { expect } from 'chai';
import { onEachStorage } from '../support/each-storage.ts';
import { expectProblem } from '../support/problems.ts';
import { createOrder, createProduct, itemsOf, orderStep } from '../support/resources.ts';

type Listed = Readonly<{ id: string; number: number }>;

onEachStorage('order lists', ({ app }) => {
  let product: { id: string };
  let orders: Listed[];

  const listed = async (query: string): Promise<number[]> => {
    const reply = await app().call(`/api/orders?${query}`);
    expect(reply.status, reply.text).to.equal(200);
    return reply.json.data.map(({ id }: Listed) => orders.findIndex((order) => order.id === id));
  };

  before(async () => {
    product = await createProduct(app(), { name: '=cmd|"x"', price: 2.5 });
    orders = [];
    for (let index = 0; index < 6; index += 1) {
      const items = index < 3 ? { items: itemsOf([product]) } : {};
      orders.push(await createOrder(app(), { ...items, email: `Buyer-${index % 2}@example.com` }));
    }
    await orderStep(app(), orders[0]?.id ?? '', 'cancel');
    await orderStep(app(), orders[1]?.id ?? '', 'fulfillments');
  });

  it('are paged, the newest or the oldest first', async () => {
    expect(await listed('limit=6')).to.deep.equal([5, 4, 3, 2, 1, 0]);
    expect(await listed('limit=2&sort=created_at')).to.deep.equal([0, 1]);
    const first = (await app().call('/api/orders?limit=4&include_total=true')).json;
    expect(first.total).to.equal(6);
    expect(await listed(`limit=4&include_total=true&cursor=${first.next_cursor}`)).to.deep.equal([1, 0]);
    const other = await app().call(`/api/orders?limit=4&status=open&cursor=${first.next_cursor}`);
    expectProblem(other, 400, 'invalid_cursor');
  });

  it('are filtered by each status and all combinations', async () => {
    expect(await listed('status=open')).to.deep.equal([5, 4, 3, 2, 1]);
    expect(await listed('status=cancelled')).to.deep.equal([0]);
    expect(await listed('payment_status=paid')).to.deep.equal([]);
    expect(await listed('fulfillment_status=fulfilled')).to.deep.equal([1]);
    expect(await listed('status=open&payment_status=unpaid&fulfillment_status=unfulfilled&limit=2')).to.deep.equal([
      5, 4,
    ]);
    expect((await app().call('/api/orders?status=open&include_total=true&limit=1')).json.total).to.equal(5);
  });

  it('find orders by number, e-mail in any case, product and time', async () => {
    expect(await listed(`number=${orders[4]?.number}`)).to.deep.equal([4]);
    expect(await listed('email=bUYER-1%40EXAMPLE.com')).to.deep.equal([5, 3, 1]);
    expect(await listed(`product_id=${product.id}`)).to.deep.equal([2, 1, 0]);
    expect(await listed(`product_id=${product.id}&status=open&limit=1`)).to.deep.equal([2]);
    expect(await listed('created_from=2000-01-01T00:00:00Z&limit=1')).to.deep.equal([5]);
    expect(await listed('created_to=2000-01-01T00:00:00Z')).to.deep.equal([]);
    expect(await listed('user_id=usr_01h455vb4pex5vsknk084sn02q')).to.deep.equal([]);
  });

  it('reject invalid filters by name', async () => {
    for (const [query, parameter] of [
      ['status=shipped', 'status'],
      ['payment_status=due', 'payment_status'],
      ['fulfillment_status=none', 'fulfillment_status'],
      ['user_id=somebody', 'user_id'],
      ['number=one', 'number'],
      ['number=-1', 'number'],
      ['product_id=ord_01h455vb4pex5vsknk084sn02q', 'product_id'],
      ['created_from=yesterday', 'created_from'],
      ['sort=number', 'sort'],
      ['limit=101', 'limit'],
      ['colour=blue', 'colour'],
    ]) {
      const problem = expectProblem(await app().call(`/api/orders?${query}`), 400, 'invalid_parameter');
      expect(problem.errors.map((error: { parameter: string }) => error.parameter)).to.deep.equal([parameter]);
    }
  });

  it('are exported as a table of all matches without formulas', async () => {
    const reply = await app().call(`/api/orders/export?product_id=${product.id}&sort=created_at`, {
      headers: { Accept: 'text/csv' },
    });
    expect([reply.status, reply.headers.get('content-type')]).to.deep.equal([200, 'text/csv; charset=utf-8']);
    expect(reply.headers.get('content-disposition')).to.equal('attachment; filename="orders.csv"');
    const [names = '', ...lines] = reply.text.trimEnd().split('\r\n');
    expect(names.split(',').slice(0, 6)).to.deep.equal([
      'id',
      'number',
      'status',
      'payment_status',
      'fulfillment_status',
      'currency',
    ]);
    expect(lines.map((line) => line.split(',').slice(1, 7).join())).to.deep.equal([
      `${orders[0]?.number},cancelled,unpaid,unfulfilled,USD,2.5`,
      `${orders[1]?.number},open,unpaid,fulfilled,USD,2.5`,
      `${orders[2]?.number},open,unpaid,unfulfilled,USD,2.5`,
    ]);
    expect(lines[0]).to.include('"1 × =cmd|""x"""').and.to.include(',Buyer-0@example.com,');
    expectProblem(
      await app().call('/api/orders/export', { headers: { Accept: 'application/json' } }),
      406,
      'not_acceptable',
    );
    expectProblem(await app().call('/api/orders/export?limit=1'), 400, 'invalid_parameter');
    const posted = await app().call('/api/orders/export', { method: 'POST', body: {} });
    expectProblem(posted, 405, 'method_not_allowed');
    expect(posted.headers.get('allow')).to.equal('HEAD, GET, OPTIONS');
    const head = await app().call('/api/orders/export', { method: 'HEAD' });
    expect([head.status, head.text]).to.deep.equal([200, '']);
  });

  it('are exported completely over many pages', async () => {
    const items = itemsOf([product]);
    await Promise.all(Array.from({ length: 210 }, () => createOrder(app(), { items, email: 'many@example.com' })));
    const { text } = await app().call('/api/orders/export?email=many@example.com');
    const numbers = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[1]));
    expect(new Set(numbers).size).to.equal(210);
    expect(numbers).to.have.length(210);
  });
});
