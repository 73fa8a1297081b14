import { expect } from 'chai';
import { createProduct, itemsOf, posted } from '../../support/builders/resources.ts';
import { filledForm } from '../../support/html-form.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { makeVisitor } from '../../support/servers/visitor.ts';

const ROUNDS = 5;

onStorage('postgres', 'checkouts that are paid in two places at once', ({ app }) => {
  const items = async () => itemsOf([await createProduct(app(), { price: 20, stock: 10 })]);
  const complete = (id: string, body: object) => app().call(`/api/checkouts/${id}/complete`, { method: 'POST', body });
  const BY_CARD = { payment_method: { token: 'tok_success' } };

  it('charge once, whether by their page or by their link', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await posted(app(), '/api/checkouts', { items: await items(), email: 'ada@example.com' });
      const { payment_url, order_id } = (await complete(id, {})).json;
      const { pathname } = new URL(payment_url);
      const fields = filledForm((await makeVisitor(app().url).request(pathname)).html, {
        choice: 'sandbox:tok_success',
      });
      await Promise.all([
        complete(id, BY_CARD),
        makeVisitor(app().url).request(pathname, fields),
        complete(id, BY_CARD),
      ]);
      const { data } = (await app().call(`/api/payments?order_id=${order_id}&status=succeeded`)).json;
      expect(data).to.have.length(1);
      expect((await app().call(`/api/checkouts/${id}`)).json.status).to.equal('completed');
    }
  });

  it('order and charge a cart once, whatever tab completes it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const cart = await posted(app(), '/api/carts', { items: await items(), email: 'ada@example.com' });
      const start = () => posted(app(), '/api/checkouts', { cart_id: cart.id });
      const tabs = [await start(), await start(), await start()];
      const replies = await Promise.all(tabs.map(({ id }) => complete(id, BY_CARD)));
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
      const product = cart.items[0].product_id;
      expect((await app().call(`/api/products/${product}`)).json.stock).to.equal(9);
    }
  });
});
