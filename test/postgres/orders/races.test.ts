import { expect } from 'chai';
import { createKey, createProduct, patchProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql, whileLocked } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';

onStorage('postgres', 'concurrent requests', ({ app, databaseUrl }) => {
  const post = (body: object, headers: Record<string, string> = {}): Promise<Reply> =>
    app().call('/api/products', { method: 'POST', body: { name: 'a', price: 1, ...body }, headers });
  const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)));
  const statuses = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status).sort((a, b) => a - b);
  const listed = async (query: string) => (await app().call(`/api/products?limit=100&${query}`)).json.data;
  const eventsOf = (id: string) =>
    runSql(
      databaseUrl(),
      `select type, sequence, resource_version from events where resource_id = '${id}' order by sequence`,
    );

  it('create one product and one event for twenty requests with one Idempotency-Key', async () => {
    const replies = await many(20, () => post({ category: 'one' }, { 'Idempotency-Key': 'one' }));
    const made = replies.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).to.equal(1);
    for (const reply of replies) if (reply.status !== 201) expectProblem(reply, 409, 'idempotency_in_progress');
    const products = await listed('category=one');
    expect(products).to.have.length(1);
    expect(await eventsOf(products[0].id)).to.have.length(1);
  });

  it('reject a repeated request while the first one runs', async () => {
    const send = () => post({ category: 'running' }, { 'Idempotency-Key': 'running' });
    const first = await whileLocked(
      databaseUrl(),
      'lock table categories in access exclusive mode',
      async (untilBlocked) => {
        const pending = send();
        await untilBlocked();
        const second = await send();
        expectProblem(second, 409, 'idempotency_in_progress');
        expect(second.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
        return { pending };
      },
    );
    const made = await first.pending;
    expect(made.status).to.equal(201);
    const again = await send();
    expect([again.text, again.headers.get('idempotency-replayed')]).to.deep.equal([made.text, 'true']);
  });

  it('apply one of two bodies with the same Idempotency-Key', async () => {
    const replies = await many(10, (index) =>
      post({ category: 'two', stock: index % 2 }, { 'Idempotency-Key': 'two' }),
    );
    const [product] = await listed('category=two');
    for (const { status, json } of replies) {
      if (status === 201) expect(json).to.deep.equal(product);
      else expect(`${status} ${json.code}`).to.be.oneOf(['409 idempotency_in_progress', '422 idempotency_key_reused']);
    }
    expect(await listed('category=two')).to.have.length(1);
  });

  it('create products of one name with slugs of their own', async () => {
    const replies = await many(20, () => post({ name: 'The same name' }));
    expect(statuses(replies)).to.deep.equal(Array(20).fill(201));
    const slugs = replies.map(({ json }) => json.slug);
    expect(new Set(slugs).size).to.equal(20);
    expect(slugs).to.include('the-same-name');
  });

  it('give a slug to one of ten products', async () => {
    const replies = await many(10, () => post({ slug: 'only-one' }));
    expect(statuses(replies)).to.deep.equal([201, ...Array(9).fill(409)]);
    for (const reply of replies) if (reply.status === 409) expectProblem(reply, 409, 'already_exists');
  });

  it('apply one of ten updates with the same ETag', async () => {
    const { id } = await createProduct(app());
    const replies = await many(10, (index) => patchProduct(app(), id, { name: `${index}` }, { 'If-Match': '"1"' }));
    expect(statuses(replies)).to.deep.equal([200, ...Array(9).fill(412)]);
    for (const reply of replies) {
      if (reply.status === 412)
        expect(expectProblem(reply, 412, 'version_mismatch')).to.deep.include({
          current_version: 2,
          changed_fields: ['name'],
        });
    }
    expect(await eventsOf(id)).to.have.length(2);
  });

  it('apply twenty updates without an ETag, one after the other', async () => {
    const { id } = await createProduct(app());
    const replies = await many(20, (index) =>
      patchProduct(app(), id, { metadata: { [`writer ${index}`]: 'was here' } }),
    );
    expect(statuses(replies)).to.deep.equal(Array(20).fill(200));
    const { json } = await app().call(`/api/products/${id}`);
    expect(json.version).to.equal(21);
    expect(Object.keys(json.metadata)).to.have.length(20);
    const expected = Array.from({ length: 21 }, (_, index) => ({
      type: index === 0 ? 'product.created' : 'product.updated',
      sequence: index + 1,
      resource_version: index + 1,
    }));
    expect(await eventsOf(id)).to.deep.equal(expected);
  });

  it('create one of several products with the same sku', async () => {
    const replies = await many(10, (index) => post({ name: `${index}`, sku: 'ONE' }));
    expect(statuses(replies)).to.deep.equal([201, ...Array(9).fill(409)]);
    for (const reply of replies) if (reply.status === 409) expectProblem(reply, 409, 'already_exists');
    expect(await listed('sku=ONE')).to.have.length(1);
  });

  it('give a sku to one of the products that change to it', async () => {
    const products = await many(5, () => createProduct(app()));
    const replies = await many(5, (index) => patchProduct(app(), products[index].id, { sku: 'PATCHED' }));
    expect(statuses(replies)).to.deep.equal([200, 409, 409, 409, 409]);
  });

  it('create a new category once', async () => {
    const replies = await many(20, () => post({ category: 'Brand new' }));
    expect(statuses(replies)).to.deep.equal(Array(20).fill(201));
    const { data } = (await app().call('/api/categories?limit=100')).json;
    const categories = data.filter(({ name }: { name: string }) => name === 'Brand new');
    expect(categories.map((category: { product_count: number }) => category.product_count)).to.deep.equal([20]);
  });

  it('do not use a cached category that was renamed or removed', async () => {
    const categoryOf = async (body: object) => (await post(body)).json.category;
    const made = await many(2, (index) => post({ category: `Label ${index}`, sku: `label-${index}` }));
    expect(made.map(({ json }) => json.category)).to.deep.equal(['Label 0', 'Label 1']);
    expect(await listed('category=Label 0')).to.deep.equal([made[0]?.json]);
    // a found category is cached
    for (const index of [0, 1]) await post({ category: `Label ${index}`, attributes: { later: 'yes' } });
    await runSql(
      databaseUrl(),
      `update categories set name = 'Renamed', name_key = 'renamed' where name = 'Label 0'`,
      `delete from products where sku = 'label-1' or attributes @> '{"later":"yes"}'`,
      `delete from categories where name = 'Label 1'`,
    );
    expect(await categoryOf({ category: 'Label 0' })).to.equal('Label 0');
    expect(await categoryOf({ category: 'Label 1' })).to.equal('Label 1');
    expect(await categoryOf({ category: 'Renamed' })).to.equal('Renamed');
    for (const label of ['Label 0', 'Label 1']) expect(await listed(`category=${label}`)).to.have.length(1);
    const renamed: { category: string }[] = await listed('category=Renamed');
    expect(renamed.map(({ category }) => category)).to.deep.equal(['Renamed', 'Renamed']);
  });

  it('read a product as the database has it, also after a change without the service', async () => {
    const { id } = await createProduct(app(), { sku: 'edited' });
    expect((await listed('sku=edited'))[0].name).to.equal('Linen shirt');
    await runSql(databaseUrl(), `update products set name = 'Edited directly' where id = '${id}'`);
    expect((await listed('sku=edited'))[0].name).to.equal('Edited directly');
  });

  it('create each of several new categories with the same slug', async () => {
    const labels = ['Summer sale', 'Summer sale!', 'Summer Sale?', 'summer-sale', '(summer) sale'];
    const replies = await many(20, (index) => post({ category: labels[index % labels.length] }));
    expect(statuses(replies)).to.deep.equal(Array(20).fill(201));
    const { data } = (await app().call('/api/categories?limit=100')).json;
    const made = data.filter(({ name }: { name: string }) => labels.includes(name));
    expect(made).to.have.length(5);
    expect(new Set(made.map(({ slug }: { slug: string }) => slug))).to.have.property('size', 5);
  });

  it('do not deadlock when two products change to the same new categories in opposite orders', async () => {
    const [one, two] = [await createProduct(app(), { category: 'L' }), await createProduct(app(), { category: 'R' })];
    const changes = [
      [one, 'a'],
      [two, 'b'],
      [two, 'a'],
      [one, 'b'],
    ] as const;
    const replies = await many(40, (index) => {
      const [product, suffix] = changes[index % 4] ?? changes[0];
      return patchProduct(app(), product.id, { category: `pair ${Math.floor(index / 4)}${suffix}` });
    });
    expect(statuses(replies)).to.deep.equal(Array(40).fill(200));
    const { data } = (await app().call('/api/categories?limit=100')).json;
    const pairs = data.filter(({ name }: { name: string }) => name.startsWith('pair '));
    expect(pairs).to.have.length(20);
  });

  it('delete a product once while others update it, and number its events without gaps', async () => {
    const { id } = await createProduct(app());
    const removals = many(3, () => app().call(`/api/products/${id}`, { method: 'DELETE' }));
    const changes = many(10, (index) => patchProduct(app(), id, { name: `${index}` }));
    expect(statuses(await removals)).to.deep.equal([204, 404, 404]);
    for (const reply of await changes) if (reply.status !== 200) expectProblem(reply, 404, 'not_found');
    expectProblem(await app().call(`/api/products/${id}`), 404, 'not_found');
    const events = await eventsOf(id);
    expect(events.map(({ sequence }) => sequence)).to.deep.equal(events.map((_, index) => index + 1));
    expect(events.at(-1)).to.include({ type: 'product.deleted' });
  });

  it('rotate a key once for five concurrent requests', async () => {
    const { id } = await createKey(app());
    const replies = await many(5, () =>
      app().call(`/api/auth/keys/${id}/rotate`, { method: 'POST', body: { overlap_seconds: 0 } }),
    );
    expect(statuses(replies)).to.deep.equal([201, 409, 409, 409, 409]);
    for (const reply of replies)
      if (reply.status === 409) expect(reply.json.code).to.be.oneOf(['invalid_state', 'conflict']);
  });
});
