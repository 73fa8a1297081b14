import { expect } from 'chai';
import {
  createKey,
  createOrder,
  createProduct,
  createUser,
  itemsOf,
  orderStep,
  signIn,
} from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const GROUPS = ['orders', 'customers', 'products'] as const;

type Found = Readonly<{ id: string }>;

onService('the search', ({ app }) => {
  const call = (q: string, key?: string) =>
    app().call(`/api/search?q=${encodeURIComponent(q)}`, key === undefined ? {} : { key });
  const search = async (q: string, key?: string) => {
    const reply = await call(q, key);
    expect(reply.status, reply.text).to.equal(200);
    const { object, ...groups } = reply.json;
    expect(object).to.equal('search_results');
    return groups;
  };
  /** The ids of each group. */
  const found = async (q: string): Promise<string[][]> => {
    const groups = await search(q);
    return GROUPS.map((group) => groups[group].map(({ id }: Found) => id));
  };

  it('finds an order by id, number, SKU, tracking number and the beginning of its e-mail', async () => {
    const product = await createProduct(app(), { sku: 'SEARCHED-1' });
    const order = await createOrder(app(), { items: itemsOf([product]), email: 'Zoe.Searched@example.com' });
    await orderStep(app(), order.id, 'fulfillments', {
      items: [{ item_id: order.items[0].id, quantity: 1 }],
      tracking_number: 'TRACK-SEARCHED',
    });
    for (const q of [order.id, ` ${order.number} `, `#${order.number}`, 'TRACK-SEARCHED', 'zoe.searched@']) {
      expect(await found(q), q).to.deep.equal([[order.id], [], []]);
    }
    expect(await found('SEARCHED-1')).to.deep.equal([[order.id], [], [product.id]]);
  });

  it('shows some fields of what it finds', async () => {
    const user = await createUser(app(), { name: 'Fielda Shown', email: 'fielda@example.com' });
    const product = await createProduct(app(), { name: 'Fielda scarf', sku: 'FIELDA', stock: 3 });
    const order = await createOrder(app(), { items: itemsOf([product]), email: 'fielda@example.com' });
    const groups = await search('fielda');
    const pick = (resource: Record<string, unknown>, names: string): object =>
      Object.fromEntries(names.split(' ').map((name) => [name, resource[name]]));
    const statuses = 'id object number status payment_status fulfillment_status total currency email created_at';
    expect(groups.orders).to.deep.equal([pick(order, statuses)]);
    expect(groups.customers).to.deep.equal([pick(user, 'id object name email role status created_at')]);
    const current = (await app().call(`/api/products/${product.id}`)).json;
    const shown = 'id object name sku options status price currency stock created_at';
    expect(groups.products).to.deep.equal([pick(current, shown)]);
  });

  it('finds the order with a number before what else contains the number', async () => {
    const order = await createOrder(app());
    const product = await createProduct(app(), { sku: String(order.number) });
    await createOrder(app(), { items: itemsOf([product]) });
    expect(await found(String(order.number))).to.deep.equal([[order.id], [], [product.id]]);
  });

  it('finds an order by a SKU that is a number of no order', async () => {
    const product = await createProduct(app(), { sku: '987654321' });
    const order = await createOrder(app(), { items: itemsOf([product]) });
    expect(await found('987654321')).to.deep.equal([[order.id], [], [product.id]]);
  });

  it('finds customers by name and e-mail, and a user of any role by id', async () => {
    const customer = await createUser(app(), { name: 'Quentin Quill', email: 'quentin@example.com' });
    const staff = await createUser(app(), { name: 'Quentin Staff', role: 'staff' });
    for (const q of ['quentin', 'quill quen', 'quentin@example.com', customer.id]) {
      expect(await found(q), q).to.deep.equal([[], [customer.id], []]);
    }
    expect(await found(staff.id)).to.deep.equal([[], [staff.id], []]);
  });

  it('finds products by words, SKU and id, drafts, archived ones and variants included', async () => {
    const draft = await createProduct(app(), { name: 'Umbrella stand', status: 'draft' });
    const archived = await createProduct(app(), { name: 'Umbrella', status: 'archived', sku: 'UMB-1' });
    const size = { options: { size: 'L' }, sku: 'UMB-L' };
    const parent = await createProduct(app(), { name: 'Parasol' });
    const variant = await createProduct(app(), { name: 'Parasol', parent_id: parent.id, ...size });
    expect(await found('umbrela')).to.deep.equal([[], [], [archived.id, draft.id]]);
    expect(await found('UMB-1')).to.deep.equal([[], [], [archived.id]]);
    expect(await found(archived.id)).to.deep.equal([[], [], [archived.id]]);
    expect(await found('parasol')).to.deep.equal([[], [], [parent.id]]);
    for (const q of ['UMB-L', variant.id]) expect(await found(q), q).to.deep.equal([[], [], [variant.id]]);
  });

  it('finds nothing for an id of nothing', async () => {
    for (const prefix of ['ord', 'usr', 'prod', 'pay']) {
      expect(await found(`${prefix}_01h455vb4pex5vsknk084sn02q`), prefix).to.deep.equal([[], [], []]);
    }
  });

  it('finds at most five of each', async () => {
    for (let index = 0; index < 6; index += 1) {
      const product = await createProduct(app(), { name: `Manyfold ${index}` });
      await createUser(app(), { name: 'Manyfold', email: `manyfold-${index}@example.com` });
      await createOrder(app(), { items: itemsOf([product]), email: `manyfold-${index}@example.com` });
    }
    expect((await found('manyfold')).map(({ length }) => length)).to.deep.equal([5, 5, 5]);
  });

  it('has only the groups whose list the caller may read', async () => {
    for (const [scope, group] of [
      ['orders:read', 'orders'],
      ['users:read', 'customers'],
      ['products:read', 'products'],
    ] as const) {
      const { key } = await createKey(app(), { scopes: [scope] });
      expect(Object.keys(await search('example', key)), scope).to.deep.equal([group]);
    }
  });

  it('is for callers who may read one of the lists', async () => {
    const { key } = await createKey(app(), { scopes: ['payments:read'] });
    const problem = expectProblem(await call('example', key), 403, 'insufficient_scope');
    expect(problem.required_scope).to.equal('orders:read users:read products:read');
    const customer = await signIn(app(), await createUser(app()));
    expectProblem(await call('example', customer), 403, 'insufficient_scope');
  });

  it('is rejected without a letter or a digit, or with too many characters', async () => {
    for (const q of ['', '  ', '---', 'x'.repeat(101)]) {
      const problem = expectProblem(await call(q), 400, 'invalid_parameter');
      expect(errorPathsOf(problem), q).to.deep.equal(['q']);
    }
    expectProblem(await app().call('/api/search'), 400, 'invalid_parameter');
    expect((await call('x'.repeat(100))).status).to.equal(200);
  });
});
