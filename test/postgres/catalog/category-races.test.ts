import { expect } from 'chai';
import { createCategory, createProduct, patchProduct } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { runSql } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';

type Node = Readonly<{ id: string; name: string; product_count: number; children: readonly Node[] }>;

const idsIn = (nodes: readonly Node[]): string[] => nodes.flatMap(({ id, children }) => [id, ...idsIn(children)]);

onStorage('postgres', 'concurrent changes of categories', ({ app, databaseUrl }) => {
  const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)));
  const patch = (id: string, body: object) => app().call(`/api/categories/${id}`, { method: 'PATCH', body });
  const tree = async (): Promise<Node[]> => (await app().call('/api/categories/tree')).json.data;

  const RECOUNT = `
    select c.id, count(p.id)::integer as counted from categories c left join products p on p.category_id = c.id
    group by c.id order by c.id`;

  /** The counts that are shown equal those of the products. */
  const expectExactCounts = async (): Promise<void> => {
    const flat = (nodes: readonly Node[]): [string, number][] =>
      nodes.flatMap(({ id, product_count: count, children }) => [[id, count] as [string, number], ...flat(children)]);
    const recounted = (await runSql(databaseUrl(), RECOUNT)).map(({ id, counted }) => [id, counted]);
    expect(new Map(flat(await tree()))).to.deep.equal(new Map(recounted as [string, number][]));
  };

  it('never make a cycle, and lose no category', async () => {
    const made = await many(12, (index) => createCategory(app(), { name: `Moved ${index}` }));
    const ids = made.map(({ id }) => id);
    let state = 7;
    const next = (limit: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % limit;
    };
    const move = () => {
      const target = next(ids.length + 1);
      return patch(ids[next(ids.length)], { parent_id: ids[target] ?? null });
    };
    // not all at once: a request waits for a connection for some seconds at most
    const replies = [...(await many(120, move)), ...(await many(120, move))];
    for (const { status, text } of replies) expect(status, text).to.be.oneOf([200, 422]);
    expect(new Set(replies.map(({ status }) => status)).size, 'some moves are refused').to.equal(2);
    // a category in a cycle is not reached from the top
    expect(idsIn(await tree())).to.include.members(ids);
  });

  it('swap neither of two categories into each other', async () => {
    const [one, other] = await many(2, (index) => createCategory(app(), { name: `Pair ${index}` }));
    const replies = await Promise.all([
      patch(one?.id, { parent_id: other?.id }),
      patch(other?.id, { parent_id: one?.id }),
    ]);
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
  });

  it('create one of several siblings with the same name', async () => {
    const replies = await many(8, () => app().call('/api/categories', { method: 'POST', body: { name: 'Sibling' } }));
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, ...Array(7).fill(409)]);
  });

  it('create each category of a path once', async () => {
    const made = await many(8, (index) =>
      createProduct(app(), { category: index % 2 === 0 ? 'Raced > Path > Leaf' : 'Raced > Path > Other leaf' }),
    );
    expect(new Set(made.map(({ category_id: id }) => id)).size).to.equal(2);
    const [raced, ...others] = (await tree()).filter(({ name }) => name === 'Raced');
    expect(others).to.deep.equal([]);
    expect(raced?.children.map(({ name, children }) => [name, children.length])).to.deep.equal([['Path', 2]]);
  });

  it('leave exact counts and current labels while products are written, and categories renamed and deleted', async () => {
    const categories = await many(4, (index) => createCategory(app(), { name: `Busy ${index}` }));
    const heir = await createCategory(app(), { name: 'Busy heir' });
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; round < 12; round += 1) {
        const category = categories[(writer + round) % categories.length];
        const body = { name: 'a', price: 1, category_id: category?.id };
        const { status, json } = await app().call('/api/products', { method: 'POST', body });
        // the category may have been deleted
        expect(status).to.be.oneOf([201, 422]);
        if (status !== 201) continue;
        if (round % 3 === 0) await patchProduct(app(), json.id, { status: 'draft', category_id: heir.id });
        if (round % 4 === 0) await app().call(`/api/products/${json.id}`, { method: 'DELETE' });
      }
    };
    const rename = async (): Promise<void> => {
      for (let round = 0; round < 10; round += 1) {
        expect((await patch(heir.id, { name: `Busy heir ${round}` })).status).to.equal(200);
        await patch(categories[round % 3]?.id, { name: `Busy again ${round}` });
      }
      const path = `/api/categories/${categories[3]?.id}?reassign_to=${heir.id}`;
      expect((await app().call(path, { method: 'DELETE' })).status).to.equal(204);
    };
    await Promise.all([rename(), ...Array.from({ length: 6 }, (_, writer) => write(writer))]);
    await eventually('all products are announced', async () => {
      const left = await runSql(databaseUrl(), 'select from category_announcements');
      return left.length === 0;
    });
    await expectExactCounts();
    const stale = `select p.id from products p join categories c on c.id = p.category_id where p.category_name <> c.name`;
    expect(await runSql(databaseUrl(), stale)).to.deep.equal([]);
    const twice = `select resource_id, resource_version from events group by 1, 2 having count(*) > 1`;
    expect(await runSql(databaseUrl(), twice)).to.deep.equal([]);
    const shown = `
      select p.id from products p
      join lateral (select data from events where resource_id = p.id order by sequence desc limit 1) e on true
      where e.data ->> 'category' is distinct from p.category_name`;
    expect(await runSql(databaseUrl(), shown)).to.deep.equal([]);
  });

  it('leave no changes of counts that are not added up', async () => {
    await createProduct(app(), { category: 'Added up' });
    await eventually('all are added up', async () => {
      const left = await runSql(databaseUrl(), 'select from category_count_changes');
      return left.length === 0;
    });
    await expectExactCounts();
  });
});
