import { expect } from 'chai';
import {
  byToken,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { onService } from '../../support/servers/on-service.ts';

type Json = Awaited<ReturnType<typeof createProduct>>;

type Sold = Readonly<{ product: Json; user: Json; payment: Json }>;

/** What is changed after it was counted. */
onService('figures', ({ app }) => {
  let runs = 0;

  const group = async (by: 'product' | 'category' | 'user', key: string): Promise<Json | undefined> => {
    const { status, json } = await app().call(`/api/analytics/sales?group_by=${by}&limit=100`);
    expect(status).to.equal(200);
    return json.groups.find((each: Json) => each.key === key);
  };

  const remove = async (path: string): Promise<void> => {
    expect((await app().call(path, { method: 'DELETE' })).status).to.equal(204);
  };

  const patch = async (path: string, body: object): Promise<void> => {
    expect((await app().call(path, { method: 'PATCH', body })).status).to.equal(200);
  };

  /** A product of a category of its own, of which a user has bought one for 40, and which is counted. */
  const sell = async (token = 'tok_success'): Promise<Sold> => {
    runs += 1;
    const product = await createProduct(app(), { name: `Coat ${runs}`, price: 40, category: `Coats ${runs}` });
    const user = await createUser(app(), { name: `Ada ${runs}` });
    const { id } = await createOrder(app(), { user_id: user.id, items: itemsOf([product]) });
    const payment = await createPayment(app(), id, byToken(token));
    await eventually('the order is counted', async () => (await group('product', product.id))?.gross === 40);
    return { product, user, payment };
  };

  const categoryOf = async ({ product }: Sold): Promise<string> => {
    const { json } = await app().call('/api/categories?limit=100');
    return json.data.find(({ name }: Json) => name === product.category).id;
  };

  it('go on after a withdrawal that belongs to no order', async () => {
    const body = { order_number: '1', email: 'nobody@example.com', name: 'Nobody' };
    const stated = await app().call('/api/withdrawals', { method: 'POST', key: null, body });
    expect(stated.status, stated.text).to.equal(202);
    await sell();
  });

  it('of a deleted product and category have the names of the last sale', async () => {
    const sold = await sell();
    const category = await categoryOf(sold);
    await remove(`/api/products/${sold.product.id}`);
    await remove(`/api/categories/${category}`);
    expect(await group('product', sold.product.id)).to.include({ label: sold.product.name, gross: 40, units: 1 });
    expect(await group('category', category)).to.include({ label: sold.product.category, gross: 40, units: 1 });
  });

  it('of a renamed category have its new name', async () => {
    const sold = await sell();
    const category = await categoryOf(sold);
    await patch(`/api/categories/${category}`, { name: `Winter coats ${runs}` });
    expect(await group('category', category)).to.include({ label: `Winter coats ${runs}`, gross: 40, units: 1 });
  });

  it('of a category stay when its product moves to another one', async () => {
    const sold = await sell();
    const category = await categoryOf(sold);
    await patch(`/api/products/${sold.product.id}`, { category: `Jackets ${runs}` });
    await patch(`/api/products/${sold.product.id}`, { category: `Anoraks ${runs}` });
    expect(await group('category', category)).to.include({ gross: 40, units: 1 });
  });

  it('of an erased user stay, without a name', async () => {
    const { user } = await sell();
    expect(await group('user', user.id)).to.include({ label: user.name, gross: 40 });
    await remove(`/api/users/${user.id}`);
    expect(await group('user', user.id)).to.include({ label: null, gross: 40 });
  });

  it('have a refund when a dispute is lost', async () => {
    const { product } = await sell('tok_dispute_lost');
    await eventually('the loss is counted', async () => (await group('product', product.id))?.refunds === 40);
    expect(await group('product', product.id)).to.include({ gross: 40, net: 0, orders: 1 });
  });

  it('are counted again by the days of another time zone of the shop', async () => {
    const { product } = await sell();
    const ask = async (): Promise<Json> =>
      (await app().call(`/api/analytics/query?metrics=gross,units&dimensions=day&filters=product:${product.id}`)).json;
    expect(await ask()).to.deep.include({ timezone: 'UTC' });
    await patch('/api/shop', { time_zone: 'Asia/Kathmandu' });
    await eventually('the time zone is that of the figures', async () => (await ask()).timezone === 'Asia/Kathmandu');
    const { rows } = await ask();
    expect(rows).to.have.length(30);
    const today = rows.find(({ gross }: Json) => gross !== 0);
    expect(today).to.deep.include({ gross: 40, units: 1 });
    expect(today.day).to.match(/T18:15:00.000Z$/);
  });
});
