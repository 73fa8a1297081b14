import { expect } from 'chai';
import { createOrder, createProduct, createUser, itemsOf, order, signIn } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('metadata that customers and the shop write', ({ app }) => {
  const resources = {
    users: async () => {
      const user = await createUser(app(), { metadata: { tier: 'gold' } });
      return { path: `/api/users/${user.id}`, key: await signIn(app(), user) };
    },
    orders: async () => {
      const user = await createUser(app());
      const { id } = await createOrder(app(), { user_id: user.id, metadata: { tier: 'gold' } });
      return { path: `/api/orders/${id}`, key: await signIn(app(), user) };
    },
  };
  const patch = (path: string, metadata: object | null, key?: string) =>
    app().call(path, { method: 'PATCH', body: { metadata }, ...(key === undefined ? {} : { key }) });

  for (const [name, make] of Object.entries(resources)) {
    it(`stay apart in ${name}: customers change only what they wrote`, async () => {
      const { path, key } = await make();
      expect((await patch(path, { gift: 'yes' }, key)).json.metadata).to.deep.equal({ tier: 'gold', gift: 'yes' });
      const refused = expectProblem(await patch(path, { tier: 'platinum', gift: 'no' }, key), 422, 'validation_failed');
      expect(errorPathsOf(refused)).to.deep.equal(['/metadata/tier']);
      for (const [change, left] of [
        [{ tier: null }, { tier: 'gold', gift: 'yes' }],
        [
          { tier: 'gold', gift: 'no' },
          { tier: 'gold', gift: 'no' },
        ],
        [{ gift: null }, { tier: 'gold' }],
      ] as const) {
        expect((await patch(path, change, key)).json.metadata).to.deep.equal(left);
      }
    });

    it(`are all the shop’s to change in ${name}, and then the shop’s`, async () => {
      const { path, key } = await make();
      await patch(path, { gift: 'yes', note: 'mine' }, key);
      const shop = await patch(path, { gift: 'no', tier: null });
      expect(shop.json.metadata).to.deep.equal({ gift: 'no', note: 'mine' });
      expectProblem(await patch(path, { gift: 'yes' }, key), 422, 'validation_failed');
      expect((await patch(path, { note: 'still mine' }, key)).status).to.equal(200);
    });
  }

  it('belong to the customer who creates an order', async () => {
    const user = await createUser(app());
    const key = await signIn(app(), user);
    const items = itemsOf([await createProduct(app())]);
    const created = await order(app(), { items, metadata: { gift: 'yes' } }, { key });
    expect((await patch(`/api/orders/${created.json.id}`, { gift: 'no' }, key)).json.metadata).to.deep.equal({
      gift: 'no',
    });
  });
});
