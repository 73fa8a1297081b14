import { expect } from 'chai';
import {
  byToken,
  createKey,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  payment,
  paymentStep,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const encoded = (query: readonly (readonly [name: string, value: string])[]): string =>
  query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

onService('questions over metrics', ({ app }) => {
  const call = (query: string, key?: string) =>
    app().call(`/api/analytics/query?${query}`, key === undefined ? {} : { key });

  const ask = async (query: string, key?: string) => {
    const { status, json } = await call(query, key);
    expect(status, JSON.stringify(json)).to.equal(200);
    return json;
  };

  /** What is wrong with a parameter. */
  const refusal = async (query: string, parameter: string): Promise<string> => {
    const problem = expectProblem(await call(query), 400, 'invalid_parameter');
    expect(
      problem.errors.map((error: { parameter: string }) => error.parameter),
      query,
    ).to.include(parameter);
    return problem.detail;
  };

  let shirt: Awaited<ReturnType<typeof createProduct>>;
  let ada: Awaited<ReturnType<typeof createUser>>;

  before(async () => {
    shirt = await createProduct(app(), { name: 'Linen shirt', price: 20, category: 'Shirts' });
    const scarf = await createProduct(app(), { name: '=Wool scarf', price: 10, category: 'Scarves' });
    ada = await createUser(app(), { name: 'Ada' });
    const { id } = await createOrder(app(), { user_id: ada.id, items: itemsOf([shirt], 2) });
    const { id: paid } = await createPayment(app(), id);
    await paymentStep(app(), paid, 'refunds', { amount: 5 });
    const guest = await createOrder(app(), { email: 'grace@example.com', items: itemsOf([shirt, scarf], 1) });
    expect((await payment(app(), guest.id, byToken('tok_insufficient_funds'))).status).to.equal(402);
    await createPayment(app(), guest.id);
    await eventually('all is counted', async () => {
      const { rows } = await ask('metrics=gross,refunds');
      return rows[0].gross === 70 && rows[0].refunds === 5;
    });
  });

  it('adds up metrics of the shop, and divides them by time', async () => {
    const total = await ask('metrics=net&metrics=orders,average_order_value&metrics=payment_success_rate,new_buyers');
    expect(total).to.deep.include({
      object: 'analytics_query',
      timezone: 'UTC',
      currency: 'USD',
      metrics: ['net', 'orders', 'average_order_value', 'payment_success_rate', 'new_buyers'],
      dimensions: [],
      rows: [{ net: 65, orders: 2, average_order_value: 35, payment_success_rate: 0.6667, new_buyers: 2 }],
      has_more: false,
    });
    const daily = await ask('metrics=net&dimensions=day');
    expect(daily.rows).to.have.length(30);
    expect(daily.rows[0]).to.deep.equal({ day: daily.from, net: 0 });
    expect(daily.rows.at(-1).net).to.equal(65);
    const best = await ask('metrics=net&dimensions=hour&sort=-net&limit=1&timezone=Asia/Kathmandu');
    expect(best).to.deep.include({ has_more: true, timezone: 'Asia/Kathmandu' });
    expect(best.rows).to.have.length(1);
  });

  it('has what is counted for all currencies together in any', async () => {
    await eventually('the sign-in of the owner is counted', async () => {
      return (await ask('metrics=sign_ins')).rows[0].sign_ins === 1;
    });
    const metrics = 'metrics=gross,new_buyers,sign_ins&currency=JPY';
    expect((await ask(metrics)).rows).to.deep.equal([{ gross: 0, new_buyers: 2, sign_ins: 1 }]);
    const { rows } = await ask(`${metrics}&dimensions=day`);
    expect(rows.at(-1)).to.deep.include({ gross: 0, new_buyers: 2, sign_ins: 1 });
  });

  it('divides metrics by a key, with its label, and by time too', async () => {
    const { rows } = await ask('metrics=gross,refunds,units&dimensions=product');
    expect(rows).to.deep.include({
      product: shirt.id,
      product_label: 'Linen shirt',
      gross: 60,
      refunds: 5,
      units: 3,
    });
    const monthly = await ask('metrics=gross&dimensions=month,category&sort=gross');
    expect(monthly.dimensions).to.deep.equal(['month', 'category']);
    expect(monthly.rows.map(({ category_label: label, gross }: never) => [label, gross])).to.deep.equal([
      ['Scarves', 10],
      ['Shirts', 60],
    ]);
    expect(Object.keys(monthly.rows[0])).to.deep.equal(['month', 'category', 'category_label', 'gross']);
    const failures = await ask('metrics=payments_failed&dimensions=failure');
    expect(failures.rows).to.deep.equal([{ failure: 'sandbox insufficient_funds', payments_failed: 1 }]);
  });

  it('shows the labels of users only with users:read', async () => {
    const query = 'metrics=gross&dimensions=user';
    const rows = [
      { user: ada.id, user_label: 'Ada', gross: 40 },
      { user: null, user_label: 'Guests', gross: 30 },
    ];
    expect((await ask(query)).rows).to.deep.equal(rows);
    const { key } = await createKey(app(), { scopes: ['analytics:read'] });
    expect((await ask(query, key)).rows).to.deep.equal([{ ...rows[0], user_label: null }, rows[1]]);
  });

  it('reads only the keys of filters', async () => {
    const filters = (...keys: string[]) => encoded(keys.map((key) => ['filters', key] as const));
    const guests = await ask(`metrics=net&${filters('user:')}`);
    expect(guests.rows).to.deep.equal([{ net: 30 }]);
    const both = await ask(`metrics=net&dimensions=day&${filters('user:', `user:${ada.id}`)}`);
    expect(both.rows).to.have.length(30);
    expect(both.rows.at(-1).net).to.equal(65);
    const one = await ask(`metrics=units&dimensions=product&${filters(`product:${shirt.id}`)}`);
    expect(one.rows).to.deep.equal([{ product: shirt.id, product_label: 'Linen shirt', units: 3 }]);
    for (const key of [
      "' or '1' = '1",
      '"; drop table analytics_rollups; --',
      '%',
      '{a,b}',
      'a:b\u0007',
      '😀'.repeat(50),
    ]) {
      const { rows } = await ask(`metrics=units&dimensions=product&${filters(`product:${key}`)}`);
      expect(rows, key).to.deep.equal([]);
    }
  });

  it('has no rows by key, and zeros by time, in a currency without figures', async () => {
    expect((await ask('metrics=net,refund_rate&currency=JPY')).rows).to.deep.equal([{ net: 0, refund_rate: null }]);
    expect((await ask('metrics=net&dimensions=product,day&currency=JPY')).rows).to.deep.equal([]);
    expect((await ask('metrics=net&dimensions=week&currency=JPY')).rows.at(-1).net).to.equal(0);
  });

  it('names what is wrong, and what is allowed', async () => {
    expect(await refusal('metrics=gross,payments_failed&dimensions=gateway', 'metrics')).to.equal(
      'metrics must be available by gateway, which gross is not; available are payments_succeeded, payments_failed, payment_success_rate',
    );
    expect(await refusal('metrics=units&filters=gateway:stripe', 'metrics')).to.match(
      /^metrics must be available by gateway/,
    );
    expect(await refusal('metrics=buyers', 'metrics')).to.match(
      /buyers counts each buyer once .* \/api\/analytics\/users/,
    );
    expect(await refusal('metrics=mrr', 'metrics')).to.match(/mrr is the state at a time/);
    expect(await refusal('metrics=net&dimensions=product,hour', 'dimensions')).to.equal(
      'dimensions must have no time other than day, week, month for figures by product',
    );
    expect(await refusal('metrics=net&dimensions=product,day&timezone=Asia/Tokyo', 'timezone')).to.match(
      /must be UTC, the shop’s/,
    );
    expect(await refusal('metrics=net&dimensions=product,day&from=2026-01-01&to=2026-06-01', 'dimensions')).to.equal(
      'dimensions must divide the range into at most 92 intervals by product and day: it has 151. Choose a longer one, or a shorter range',
    );
    expect(await refusal('metrics=orders&filters=product:a&filters=product:b', 'filters')).to.match(
      /must name one product for orders/,
    );
    const hours = 'metrics=net&dimensions=hour&from=2010-01-01&to=2020-01-01';
    expect(await refusal(hours, 'dimensions')).to.match(/at most 10000 intervals/);
    for (const [query, field] of [
      ['', 'metrics'],
      ['metrics=', 'metrics'],
      ['metrics=,', 'metrics'],
      ['metrics=revenue', 'metrics'],
      ['metrics=constructor', 'metrics'],
      ['metrics=net,net', 'metrics'],
      ['metrics=net&metrics=net', 'metrics'],
      [`metrics=${Array.from({ length: 21 }, () => 'net')}`, 'metrics'],
      ['metrics=net&dimensions=colour', 'dimensions'],
      ['metrics=net&dimensions=product,product', 'dimensions'],
      ['metrics=net&dimensions=product,user', 'dimensions'],
      ['metrics=net&dimensions=day,month', 'dimensions'],
      ['metrics=net&dimensions=product,user,day', 'dimensions'],
      ['metrics=net&sort=gross', 'sort'],
      ['metrics=net&sort=day', 'sort'],
      ['metrics=net&filters=product', 'filters'],
      ['metrics=net&filters=day:2026-01-01', 'filters'],
      ['metrics=net&filters=product:a&filters=user:b', 'filters'],
      ['metrics=net&filters=product:a&filters=product:a', 'filters'],
      ['metrics=net&dimensions=product&filters=user:b', 'filters'],
      ['metrics=tax&filters=tax_rate:19', 'filters'],
      ['metrics=net&limit=0', 'limit'],
      ['metrics=net&limit=1001', 'limit'],
      ['metrics=net&from=2026-02-01&to=2026-01-01', 'from'],
      ['metrics=net&timezone=Mars/Olympus', 'timezone'],
      ['metrics=net&currency=ABC', 'currency'],
      ['metrics=net&interval=day', 'interval'],
      ['metrics=net&compare=previous', 'compare'],
    ] as const)
      await refusal(query, field);
    const problem = expectProblem(await call('metrics=revenue&dimensions=colour&filters=x'), 400, 'invalid_parameter');
    expect(problem.errors.map(({ parameter }: never) => parameter)).to.deep.equal(['metrics', 'dimensions', 'filters']);
  });

  it('refuses too many filters', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `filters=user:${index}`).join('&');
    expect((await ask(`metrics=net&${many(100)}`)).rows).to.deep.equal([{ net: 0 }]);
    expect(await refusal(`metrics=net&${many(101)}`, 'filters')).to.equal('filters must have at most 100 items');
    expectProblem(await call(`metrics=net&${many(10_000)}`), 414, 'uri_too_long');
  });
});
