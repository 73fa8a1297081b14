import { expect } from 'chai';
import {
  createCategory,
  createOrder,
  createPayment,
  createProduct,
  itemsOf,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('figures of what a filter covers', ({ app }) => {
  const ids = { parent: '', small: '', large: '', book: '', clothes: '', coats: '', books: '' };

  const call = (query: string) => app().call(`/api/analytics/query?${query}`);
  const ask = async (query: string) => {
    const { status, json, text } = await call(query);
    expect(status, text).to.equal(200);
    return json.rows;
  };
  const sell = async (...items: readonly object[]) => {
    const { id } = await createOrder(app(), { email: 'grace@example.com', items });
    await createPayment(app(), id);
  };
  const remove = async (path: string) => {
    const { status, text } = await app().call(path, { method: 'DELETE' });
    expect(status, text).to.equal(204);
  };

  before(async () => {
    const clothes = await createCategory(app(), { name: 'Clothes' });
    const coats = await createCategory(app(), { name: 'Coats', parent_id: clothes.id });
    const books = await createCategory(app(), { name: 'Books' });
    const parent = await createProduct(app(), { name: 'Coat', price: 100, category_id: coats.id });
    const make = (size: string, price: number) =>
      createProduct(app(), { name: `Coat ${size}`, price, parent_id: parent.id, options: { size } });
    const [small, large] = [await make('S', 80), await make('L', 100)];
    const book = await createProduct(app(), { name: 'Guide', price: 20, category_id: books.id });
    Object.assign(ids, { parent: parent.id, small: small.id, large: large.id, book: book.id });
    Object.assign(ids, { clothes: clothes.id, coats: coats.id, books: books.id });
    await sell(...itemsOf([small, large]), ...itemsOf([book]));
    await sell(...itemsOf([small], 2));
    await eventually('all is counted', async () => (await ask('metrics=gross'))[0].gross === 360);
  });

  it('are those of the variants of a product', async () => {
    const ofParent = `filters=product:${ids.parent}`;
    expect(await ask(`metrics=gross,units&${ofParent}`)).to.deep.equal([{ gross: 340, units: 4 }]);
    expect(await ask(`metrics=gross,orders&filters=product:${ids.large}`)).to.deep.equal([{ gross: 100, orders: 1 }]);
    expect(await ask(`metrics=gross,orders&dimensions=product&${ofParent}`)).to.deep.equal([
      { product: ids.small, product_label: 'Coat S', gross: 240, orders: 2 },
      { product: ids.large, product_label: 'Coat L', gross: 100, orders: 1 },
    ]);
    const both = `filters=product:${ids.book}&filters=product:${ids.parent}&filters=product:${ids.small}`;
    expect(await ask(`metrics=gross&${both}`)).to.deep.equal([{ gross: 360 }]);
    const daily = await ask(`metrics=units&dimensions=day&${ofParent}`);
    expect(daily.at(-1).units).to.equal(4);
  });

  it('are those of a product with its variants added up, each order once', async () => {
    expect(await ask('metrics=gross,units,orders&dimensions=product_parent')).to.deep.equal([
      { product_parent: ids.parent, product_parent_label: 'Coat', gross: 340, units: 4, orders: 2 },
      { product_parent: ids.book, product_parent_label: 'Guide', gross: 20, units: 1, orders: 1 },
    ]);
  });

  it('are those of the categories below a category, and of the category of a variant’s parent', async () => {
    expect(await ask('metrics=gross,units&dimensions=category')).to.deep.equal([
      { category: ids.coats, category_label: 'Coats', gross: 340, units: 4 },
      { category: ids.books, category_label: 'Books', gross: 20, units: 1 },
    ]);
    expect(await ask(`metrics=gross,units&filters=category:${ids.clothes}`)).to.deep.equal([{ gross: 340, units: 4 }]);
    expect(await ask(`metrics=gross,orders&filters=category:${ids.coats}`)).to.deep.equal([{ gross: 340, orders: 2 }]);
    expect(await ask('metrics=gross&filters=category:')).to.deep.equal([{ gross: 0 }]);
  });

  it('are not added up where an order counts for several of them', async () => {
    for (const [filter, message] of [
      [`product:${ids.parent}`, 'must name one product without variants for orders, since an order counts for each'],
      [`category:${ids.clothes}`, 'must name one category without others below it for orders, since an order counts'],
    ]) {
      const problem = expectProblem(await call(`metrics=gross,orders&filters=${filter}`), 400, 'invalid_parameter');
      expect(problem.errors[0].message).to.include(message);
    }
  });

  it('are those of a variant that was sold and is deleted, or has another parent', async () => {
    const other = await createProduct(app(), { name: 'Jacket', price: 100 });
    const moved = { method: 'PATCH', body: { parent_id: other.id } };
    expect((await app().call(`/api/products/${ids.large}`, moved)).status).to.equal(200);
    await remove(`/api/products/${ids.small}`);
    const grossOf = async (id: string) => (await ask(`metrics=gross&filters=product:${id}`))[0].gross;
    expect(await grossOf(ids.parent)).to.equal(240);
    expect(await grossOf(other.id)).to.equal(100);
    await remove(`/api/products/${ids.parent}`);
    expect(await grossOf(ids.parent)).to.equal(240);
  });

  it('are those of a discount, by its code or its name', async () => {
    const discount = async (fields: object) => {
      const body = { kind: 'amount', amount: 5, currency: 'USD', ...fields };
      const { status, text } = await app().call('/api/discounts', { method: 'POST', body });
      expect(status, text).to.equal(201);
    };
    await discount({ name: 'Five off', code: 'MINUS5' });
    const items = itemsOf([await createProduct(app(), { price: 30 })]);
    const buyer = { email: 'ada@example.com', items };
    for (const codes of [['minus5'], ['MINUS5'], []]) {
      const { id } = await createOrder(app(), { ...buyer, ...(codes.length > 0 && { discount_codes: codes }) });
      await createPayment(app(), id);
    }
    const asked = 'metrics=discounts,orders&dimensions=discount';
    await eventually('both orders are counted', async () => (await ask(asked))[0]?.orders === 2);
    expect(await ask(asked)).to.deep.equal([{ discount: 'MINUS5', discounts: 10, orders: 2 }]);
    expectProblem(await call('metrics=orders&filters=discount:A&filters=discount:B'), 400, 'invalid_parameter');
  });
});
