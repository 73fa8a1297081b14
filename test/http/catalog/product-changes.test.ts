import { expect } from 'chai';
import { createProduct, patchProduct } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

type Change = Readonly<{ op: string; id: string; product?: object }>;

onService('changes of products', ({ app }) => {
  const read = (query = '', key?: string | null) =>
    app().call(`/api/products/changes${query}`, key === undefined ? {} : { key });

  /** All changes after a cursor, and the cursor of what comes next. */
  const readAll = async (since = '') => {
    const changes: Change[] = [];
    for (let next = since; ; ) {
      const { json } = await read(`?limit=100${next && `&since=${next}`}`);
      changes.push(...json.data);
      next = json.next_cursor;
      if (json.data.length === 0) return { changes, next };
    }
  };

  const remove = (id: string) => app().call(`/api/products/${id}`, { method: 'DELETE' });
  const get = async (id: string): Promise<object> => (await app().call(`/api/products/${id}`)).json;

  it('begin with all products, drafts and variants included', async () => {
    const draft = await createProduct(app(), { status: 'draft', stock: 3, metadata: { cost: '5' } });
    const parent = await createProduct(app(), {});
    const variant = await createProduct(app(), { parent_id: parent.id, options: { size: 'M' } });
    const { changes } = await readAll();
    for (const { id } of [draft, parent, variant]) {
      expect(changes).to.deep.include({ op: 'upsert', id, product: await get(id) });
    }
  });

  it('go on with what was written and deleted since', async () => {
    const [changed, deleted] = [await createProduct(app(), {}), await createProduct(app(), {})];
    const { next } = await readAll();
    await patchProduct(app(), changed.id, { price: 5 });
    await remove(deleted.id);
    await eventually('both are listed', async () => (await readAll(next)).changes.length >= 2);
    const { changes } = await readAll(next);
    expect(changes).to.deep.include({ op: 'upsert', id: changed.id, product: await get(changed.id) });
    expect(changes).to.deep.include({ op: 'delete', id: deleted.id });
  });

  it('are paged, always with a next cursor and link', async () => {
    await createProduct(app(), {});
    await createProduct(app(), {});
    const first = await read('?limit=1');
    expect(first.json.data).to.have.length(1);
    const { next_cursor: cursor } = first.json;
    expect(first.headers.get('link')).to.equal(`</api/products/changes?since=${cursor}&limit=1>; rel="next"`);
    const second = await read(`?limit=1&since=${cursor}`);
    expect(second.json.data).to.have.length(1);
    expect(second.json.data[0].id).to.not.equal(first.json.data[0].id);
    const { next } = await readAll();
    const last = await read(`?since=${next}`);
    expect(last.json).to.deep.equal({ data: [], next_cursor: next });
    expect(last.headers.get('link')).to.include('rel="next"');
  });

  it('refuse cursors of lists and other texts', async () => {
    await createProduct(app(), {});
    await createProduct(app(), {});
    const { next_cursor: other } = (await app().call('/api/products?limit=1')).json;
    for (const since of [other, 'x', '0']) {
      const problem = expectProblem(await read(`?since=${since}`), 400, 'invalid_cursor');
      expect(problem['errors']).to.deep.include({
        parameter: 'since',
        code: 'cursor.invalid',
        message: 'is not a cursor of this list with these filters and this sort for this caller; start without one',
      });
    }
  });

  it('need the scope products:read', async () => {
    expectProblem(await read('', null), 401, 'authentication_required');
  });
});
