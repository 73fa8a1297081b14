import { expect } from 'chai';
import { createCategory, createKey, createProduct, patchProduct } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

type Node = Readonly<{ name: string; children: readonly Node[] }>;

onService('categories', ({ app }) => {
  const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
    app().call(`/api/categories/${id}`, { method: 'PATCH', body, headers });
  const put = (id: string, body: object) => app().call(`/api/categories/${id}`, { method: 'PUT', body });
  const remove = (id: string) => app().call(`/api/categories/${id}`, { method: 'DELETE' });
  const read = async (id: string, options: { key?: null } = {}) =>
    (await app().call(`/api/categories/${id}`, options)).json;
  const eventTypes = async (id: string): Promise<string[]> => {
    const { json } = await app().call('/api/events?limit=100&type=category.*');
    const own = json.data.filter(({ resource_id }: { resource_id: string }) => resource_id === id);
    return own.map(({ type }: { type: string }) => type).reverse();
  };

  it('are created with their place, and shown under their location', async () => {
    const top = await createCategory(app(), { name: '  Home \t & Garden ' });
    expect(top).to.include({ object: 'category', name: 'Home & Garden', slug: 'home-garden', parent_id: null });
    const reply = await app().call('/api/categories', {
      method: 'POST',
      body: { name: 'Tools', parent_id: top.id, position: 5 },
    });
    expect(reply.status).to.equal(201);
    expect(reply.headers.get('location')).to.equal(`/api/categories/${reply.json.id}`);
    const counts = { product_count: 0, product_count_total: 0 };
    expect(reply.json).to.include({ parent_id: top.id, position: 5, version: 1, ...counts });
    expect(await read(reply.json.id)).to.deep.equal(reply.json);
    expect(await eventTypes(reply.json.id)).to.deep.equal(['category.created']);
  });

  it('have names that are unique among siblings whatever their case and white space', async () => {
    const [men, women] = [await createCategory(app(), { name: 'Men' }), await createCategory(app(), { name: 'Women' })];
    await createCategory(app(), { name: 'Accessories', parent_id: men.id });
    await createCategory(app(), { name: 'Accessories', parent_id: women.id });
    const body = { name: ' ACCESSORIES ', parent_id: men.id };
    const again = await app().call('/api/categories', { method: 'POST', body });
    expectProblem(again, 409, 'already_exists');
    expect(errorPathsOf(again.json)).to.deep.equal(['/name']);
  });

  it('are renamed, moved and ordered by PATCH, and keep their slug', async () => {
    const parent = await createCategory(app(), { name: 'Clothes' });
    const category = await createCategory(app(), { name: 'Shrits' });
    const moved = await patch(category.id, { name: 'Shirts', parent_id: parent.id });
    expect(moved.status, moved.text).to.equal(200);
    expect(moved.json).to.include({ name: 'Shirts', slug: 'shrits', parent_id: parent.id, position: 0, version: 2 });
    expect((await patch(category.id, { position: 9 })).json).to.include({ position: 9, version: 3 });
    expect((await patch(category.id, { name: ' Shirts' })).json).to.include({ version: 3 });
    expect(await eventTypes(category.id)).to.deep.equal(['category.created', 'category.updated', 'category.updated']);
  });

  it('are replaced by PUT, to the end of the top by default', async () => {
    const parent = await createCategory(app(), { name: 'Outer' });
    const category = await createCategory(app(), { name: 'Inner', parent_id: parent.id });
    const replaced = await put(category.id, { name: 'Inner' });
    expect(replaced.json).to.include({ parent_id: null, version: 2 });
    expect(replaced.json.position).to.be.greaterThan(parent.position);
    expect((await put(category.id, { name: 'Inner' })).json).to.include({ version: 2 });
  });

  it('are not moved under themselves or what is below them', async () => {
    const top = await createCategory(app(), { name: 'Top' });
    const middle = await createCategory(app(), { name: 'Middle', parent_id: top.id });
    const bottom = await createCategory(app(), { name: 'Bottom', parent_id: middle.id });
    for (const target of [top, middle, bottom]) {
      const reply = await patch(top.id, { parent_id: target.id });
      expectProblem(reply, 422, 'validation_failed');
      expect(errorPathsOf(reply.json)).to.deep.equal(['/parent_id']);
    }
    const unknown = await patch(top.id, { parent_id: 'cat_01h455vb4pex5vsknk084sn02q' });
    expectProblem(unknown, 422, 'unknown_reference');
  });

  it('are deleted once they have neither products nor children', async () => {
    const parent = await createCategory(app(), { name: 'Full' });
    const child = await createCategory(app(), { name: 'Child', parent_id: parent.id });
    const product = await createProduct(app(), { category_id: child.id });
    for (const { id } of [parent, child]) expectProblem(await remove(id), 409, 'invalid_state');
    await app().call(`/api/products/${product.id}`, { method: 'DELETE' });
    expect((await remove(child.id)).status).to.equal(204);
    expect((await remove(parent.id)).status).to.equal(204);
    expectProblem(await remove(parent.id), 404, 'not_found');
    expectProblem(await app().call(`/api/categories/${parent.id}`), 404, 'not_found');
    expect(await eventTypes(parent.id)).to.deep.equal(['category.created', 'category.deleted']);
  });

  it('are deleted with their products and children moved to another', async () => {
    const [gone, heir] = [await createCategory(app(), { name: 'Gone' }), await createCategory(app(), { name: 'Heir' })];
    const child = await createCategory(app(), { name: 'Child of gone', parent_id: gone.id });
    const below = await createCategory(app(), { name: 'Below', parent_id: child.id });
    await createCategory(app(), { name: 'Child of heir', parent_id: heir.id, position: 4 });
    const product = await createProduct(app(), { category_id: gone.id });
    for (const { id } of [gone, child, below]) {
      const refused = await app().call(`/api/categories/${gone.id}?reassign_to=${id}`, { method: 'DELETE' });
      expectProblem(refused, 422, 'validation_failed');
    }
    const deleted = await app().call(`/api/categories/${gone.id}?reassign_to=${heir.id}`, { method: 'DELETE' });
    expect(deleted.status, deleted.text).to.equal(204);
    const moved = { category: 'Heir', category_id: heir.id };
    expect((await app().call(`/api/products/${product.id}`)).json).to.include(moved);
    expect(await read(heir.id)).to.include({ product_count: 1, product_count_total: 1 });
    expect(await read(child.id)).to.include({ parent_id: heir.id, position: 5, version: 2 });
    expect(await read(below.id)).to.include({ parent_id: child.id, version: 1 });
    await eventually('the product has a new version', async () => {
      const { json } = await app().call(`/api/products/${product.id}`);
      return json.version === 2;
    });
    const { json } = await app().call('/api/events?type=product.updated&limit=1');
    const previous = { category: 'Gone', category_id: gone.id };
    expect(json.data[0]).to.deep.include({ resource_id: product.id, previous });
  });

  it('are found with those below them by the filter of products', async () => {
    const parent = await createCategory(app(), { name: 'Filter top' });
    const child = await createCategory(app(), { name: 'Filter bottom', parent_id: parent.id });
    const [first, second] = [
      await createProduct(app(), { category_id: parent.id }),
      await createProduct(app(), { category_id: child.id }),
    ];
    const listed = async (...values: string[]): Promise<string[]> => {
      const query = values.map((value) => `category=${encodeURIComponent(value)}`).join('&');
      const { json } = await app().call(`/api/products?include_total=true&${query}`);
      expect(json.total).to.equal(json.data.length);
      return json.data.map(({ id }: { id: string }) => id);
    };
    expect(await listed('FILTER  top')).to.deep.equal([second.id, first.id]);
    expect(await listed(parent.id)).to.deep.equal([second.id, first.id]);
    expect(await listed(child.id, 'filter bottom')).to.deep.equal([second.id]);
    expect(await listed(child.id, 'filter top')).to.deep.equal([second.id, first.id]);
  });

  it('require the expected version, and show a dry run without an effect', async () => {
    const category = await createCategory(app(), { name: 'Versioned' });
    expectProblem(await patch(category.id, { name: 'Stale' }, { 'If-Match': '"7"' }), 412, 'version_mismatch');
    const options = { method: 'PATCH', body: { name: 'Tried' } };
    const tried = await app().call(`/api/categories/${category.id}?dry_run=true`, options);
    expect(tried.json).to.deep.include({ name: 'Tried', dry_run: true, emits: ['category.updated'] });
    expect(await read(category.id)).to.include({ name: 'Versioned' });
  });

  it('are written with the scope categories:write only', async () => {
    const { key } = await createKey(app(), { scopes: ['products:write'] });
    const reply = await app().call('/api/categories', { method: 'POST', key, body: { name: 'Forbidden' } });
    expectProblem(reply, 403, 'insufficient_scope');
  });

  it('count the products that the caller may see, also of those below', async () => {
    const parent = await createCategory(app(), { name: 'Counted' });
    const child = await createCategory(app(), { name: 'Counted child', parent_id: parent.id });
    const draft = await createProduct(app(), { category_id: child.id, status: 'draft' });
    await createProduct(app(), { category_id: child.id });
    await createProduct(app(), { category_id: parent.id });
    expect(await read(parent.id)).to.include({ product_count: 1, product_count_total: 3 });
    expect(await read(parent.id, { key: null })).to.include({ product_count: 1, product_count_total: 2 });
    expect(await read(child.id, { key: null })).to.include({ product_count: 1, product_count_total: 1 });
    await patchProduct(app(), draft.id, { status: 'active', category_id: parent.id });
    expect(await read(parent.id, { key: null })).to.include({ product_count: 2, product_count_total: 3 });
  });

  it('are read as one tree in their order, with an ETag', async () => {
    const top = await createCategory(app(), { name: 'Tree' });
    for (const [name, position] of [
      ['second', 2],
      ['first', 1],
    ] as const) {
      await createCategory(app(), { name, position, parent_id: top.id });
    }
    await createProduct(app(), { category: 'first' });
    const tree = await app().call('/api/categories/tree', { key: null });
    expect(tree.json.object).to.equal('category_tree');
    const node = tree.json.data.find(({ name }: Node) => name === 'Tree');
    expect(node.children.map(({ name }: Node) => name)).to.deep.equal(['first', 'second']);
    expect(node).to.include({ id: top.id, product_count: 0, product_count_total: 1 });
    const headers = { 'If-None-Match': tree.headers.get('etag') ?? '' };
    expect((await app().call('/api/categories/tree', { key: null, headers })).status).to.equal(304);
    await createProduct(app(), { category: 'second' });
    expect((await app().call('/api/categories/tree', { key: null, headers })).status).to.equal(200);
  });

  describe('of a product', () => {
    it('is named by a label of any case, which is created at the top', async () => {
      const { id, category_id } = await createProduct(app(), { category: '  Lamps' });
      const other = await createProduct(app(), { category: 'LAMPS ' });
      expect(other).to.include({ category: 'Lamps', category_id });
      expect(await read(category_id)).to.include({ name: 'Lamps', parent_id: null, product_count: 2 });
      expect(await eventTypes(category_id)).to.deep.equal(['category.created']);
      expect((await patchProduct(app(), id, { category: null })).json).to.include({
        category: null,
        category_id: null,
      });
    });

    it('is named by its id, alone or with its label', async () => {
      const { id } = await createCategory(app(), { name: 'Chairs' });
      const product = await createProduct(app(), { category_id: id });
      expect(product).to.include({ category: 'Chairs', category_id: id });
      expect(await createProduct(app(), { category_id: id, category: 'chairs' })).to.include({ category_id: id });
      for (const category of ['Tables', null]) {
        const body = { name: 'a', price: 1, category, category_id: id };
        const differing = await app().call('/api/products', { method: 'POST', body });
        expectProblem(differing, 422, 'validation_failed');
        expect(errorPathsOf(differing.json)).to.deep.equal(['/category']);
      }
      expect((await patchProduct(app(), product.id, { category: 'Tables' })).json).to.include({ category: 'Tables' });
      expect((await patchProduct(app(), product.id, { category_id: id })).json).to.include({ category: 'Chairs' });
      expect((await patchProduct(app(), product.id, { category_id: null })).json).to.include({ category: null });
    });

    it('must exist', async () => {
      const body = { name: 'a', price: 1, category_id: 'cat_01h455vb4pex5vsknk084sn02q' };
      const reply = await app().call('/api/products', { method: 'POST', body });
      expectProblem(reply, 422, 'unknown_reference');
      expect(errorPathsOf(reply.json)).to.deep.equal(['/category_id']);
    });

    it('is refused by a label of several, with the candidates', async () => {
      const parents = [await createCategory(app(), { name: 'Boys' }), await createCategory(app(), { name: 'Girls' })];
      await createCategory(app(), { name: 'Socks', parent_id: parents[0].id });
      await createProduct(app(), { category: 'Socks' });
      const second = await createCategory(app(), { name: 'socks', parent_id: parents[1].id });
      const body = { name: 'a', price: 1, category: 'SOCKS' };
      const reply = await app().call('/api/products', { method: 'POST', body });
      expectProblem(reply, 422, 'validation_failed');
      expect(errorPathsOf(reply.json)).to.deep.equal(['/category']);
      expect(reply.json.detail).to.contain('Boys > Socks (cat_').and.to.contain(`Girls > socks (${second.id})`);
      const named = await createProduct(app(), { category: 'girls >SOCKS' });
      expect(named).to.include({ category: 'socks', category_id: second.id });
    });

    it('is named by a path from a root, whose missing categories are created with their events', async () => {
      const root = await createCategory(app(), { name: 'Kitchen' });
      const product = await createProduct(app(), { category: ' kitchen>Pots  &  Pans > Lids' });
      const leaf = await read(product.category_id);
      const middle = await read(leaf.parent_id);
      expect([leaf.name, middle.name, middle.parent_id]).to.deep.equal(['Lids', 'Pots & Pans', root.id]);
      expect(await eventTypes(leaf.id)).to.deep.equal(['category.created']);
      const again = await createProduct(app(), { category: 'Kitchen > Pots & Pans > Lids' });
      expect(again.category_id).to.equal(leaf.id);
      const { status } = await patchProduct(app(), product.id, { category: 'KITCHEN > LIDS' });
      expect(status).to.equal(200);
      expect((await read((await app().call(`/api/products/${product.id}`)).json.category_id)).parent_id).to.equal(
        root.id,
      );
    });

    it('is found by a whole name that has the separator of paths itself', async () => {
      const whole = await createCategory(app(), { name: 'Oven > Stove' });
      expect(await createProduct(app(), { category: 'oven > stove' })).to.include({ category_id: whole.id });
    });

    it('is refused by a path without a name at a level, too many levels or too long a name', async () => {
      const deep = Array.from({ length: 11 }, (_, level) => `Level ${level}`).join(' > ');
      for (const category of [
        'Kitchen >',
        '> Kitchen',
        'Kitchen >> Lids',
        deep,
        `Kitchen > ${'a'.repeat(101)}`,
        'a'.repeat(101),
      ]) {
        const reply = await app().call('/api/products', { method: 'POST', body: { name: 'a', price: 1, category } });
        expectProblem(reply, 422, 'validation_failed');
        expect(errorPathsOf(reply.json), category).to.deep.equal(['/category']);
      }
    });
  });
});
