import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { createOrder, createProduct, itemsOf, orderStep } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

/** Lists leave out what may be withdrawn from. */
const asListed = ({ withdrawal: _withdrawal, note: _note, ...order }: Record<string, unknown>): object => order;

type Listed = Readonly<{ id: string; number: number }>;

onService('order lists', ({ app }) => {
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

  it('are filtered by any of several statuses', async () => {
    expect(await listed('status=open&status=cancelled&limit=3')).to.deep.equal([5, 4, 3]);
    expect(await listed('status=cancelled&status=completed')).to.deep.equal([0]);
    expect(await listed('fulfillment_status=fulfilled&fulfillment_status=unfulfilled&status=open')).to.have.length(5);
  });

  it('find what is typed into a search box: number, SKU, tracking number and the beginning of an e-mail', async () => {
    const sku = `SKU-${orders[0]?.number}`;
    const hat = await createProduct(app(), { sku });
    const { id, number } = await createOrder(app(), { items: itemsOf([hat]), email: 'Zoe.Searched@example.com' });
    await orderStep(app(), id, 'fulfillments', { tracking_number: `TRACK ${number}/1` });
    for (const q of [String(number), sku, `TRACK ${number}/1`, 'zoe.SEARCHED', 'zoe.searched@example.com']) {
      const { data } = (await app().call(`/api/orders?q=${encodeURIComponent(q)}`)).json;
      expect(
        data.map((order: Listed) => order.id),
        q,
      ).to.deep.equal([id]);
    }
    for (const q of [sku.toLowerCase(), `${number}0`, 'searched@example.com', 'TRACK', '%']) {
      expect((await app().call(`/api/orders?q=${encodeURIComponent(q)}`)).json.data, q).to.deep.equal([]);
    }
  });

  it('list what changed since a time, the first change first', async () => {
    const [first, second] = [await createOrder(app()), await createOrder(app())];
    // at a later time: changes of one millisecond are listed by their ids
    await setTimeout(2);
    const changed = await app().call(`/api/orders/${first.id}`, { method: 'PATCH', body: { metadata: { a: '1' } } });
    const since = second.updated_at;
    const { data } = (await app().call(`/api/orders?updated_from=${since}&sort=updated_at`)).json;
    expect(data.map(({ id }: Listed) => id)).to.deep.equal([second.id, first.id]);
    const later = `/api/orders?updated_from=${changed.json.updated_at}&sort=-updated_at&limit=1`;
    expect((await app().call(later)).json.data).to.deep.equal([asListed(changed.json)]);
  });

  it('are filtered by ids and by external id', async () => {
    const placed = await createOrder(app(), { external_id: `LIST-${orders[0]?.number}` });
    const ids = [placed.id, orders[2]?.id, orders[2]?.id, 'ord_01h455vb4pex5vsknk084sn02q'].join(',');
    const { data } = (await app().call(`/api/orders?ids=${ids}`)).json;
    expect(data.map(({ id }: Listed) => id)).to.deep.equal([placed.id, orders[2]?.id]);
    const found = await app().call(`/api/orders?external_id=${placed.external_id}`);
    expect(found.json.data).to.deep.equal([asListed(placed)]);
    const many = Array.from({ length: 101 }, () => placed.id).join(',');
    for (const wrong of [many, 'ord_1', `${placed.id},`, placed.items[0].id]) {
      expectProblem(await app().call(`/api/orders?ids=${wrong}`), 400, 'invalid_parameter');
    }
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
      ['q=%20', 'q'],
      [`q=${'x'.repeat(321)}`, 'q'],
      ['external_id=', 'external_id'],
      ['updated_from=now', 'updated_from'],
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
    for (let batch = 0; batch < 7; batch += 1) {
      await Promise.all(Array.from({ length: 30 }, () => createOrder(app(), { items, email: 'many@example.com' })));
    }
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
