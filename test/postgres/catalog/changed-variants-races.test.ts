import { expect } from 'chai';
import { createProduct, itemsOf, order, patchProduct } from '../../support/builders/resources.ts';
import { errorPathsOf } from '../../support/problems.ts';
import { runSql } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const VARIANTS = 20;
const WRITERS = 4;

onStorage('postgres', 'variants that are changed together beside other writers', ({ app, databaseUrl }) => {
  const read = async (id: string) => (await app().call(`/api/products/${id}`)).json;
  const aFamily = (fields: object = {}) =>
    createProduct(app(), {
      price: 10,
      variants: Array.from({ length: VARIANTS }, (_, index) => ({ options: { number: `${index}` }, ...fields })),
    });
  const change = (id: string, variants: readonly object[]) =>
    app().call(`/api/products/${id}/variants`, { method: 'PATCH', body: { variants } });
  const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)));

  it('lose no change, whatever their order, and show one state in the end', async () => {
    const { id, variants } = await aFamily({ stock: 100 });
    const ids: string[] = variants.map((variant: { id: string }) => variant.id);
    const rowsOf = (writer: number) =>
      (writer % 2 === 0 ? ids : ids.toReversed()).map((each) => ({
        ...{ id: each, price: 20 + writer, attributes: { [`writer-${writer}`]: 'x' } },
        stock_adjustment: { delta: -1, reason: 'Counted' },
      }));
    const single = async (): Promise<void> => {
      for (const each of ids) expect((await patchProduct(app(), each, { weight: 3 })).status).to.equal(200);
    };
    const [replies] = await Promise.all([many(WRITERS, (writer) => change(id, rowsOf(writer))), single()]);
    expect(replies.map(({ status }) => status)).to.deep.equal(Array(WRITERS).fill(200));
    const product = await read(id);
    expect(new Set(product.variants.map(({ price }: { price: number }) => price)).size).to.equal(1);
    expect(product.price_min).to.equal(product.price_max);
    for (const each of ids) {
      const variant = await read(each);
      expect(variant).to.include({ stock: 100 - WRITERS, weight: 3, version: 1 + WRITERS + 1 });
      expect(Object.keys(variant.attributes)).to.have.length(WRITERS);
    }
    const [counted] = await runSql(databaseUrl(), 'select count(*)::int as number from stock_adjustments');
    expect(counted).to.deep.equal({ number: WRITERS * VARIANTS });
  });

  it('neither lose nor sell twice what orders reserve meanwhile', async () => {
    const { id, variants } = await aFamily({ stock: 6 });
    const ids: string[] = variants.map((variant: { id: string }) => variant.id);
    const adjusted = (delta: number) =>
      ids.map((each) => ({ id: each, stock_adjustment: { delta, reason: 'Counted' } }));
    const sell = async (each: string): Promise<number> =>
      (await order(app(), { items: itemsOf([{ id: each }], 2) })).status;
    const [sold, replies] = await Promise.all([
      many(3 * VARIANTS, (index) => sell(ids[index % VARIANTS] ?? '')),
      many(WRITERS, (writer) => change(id, adjusted(writer % 2 === 0 ? -1 : 2))),
    ]);
    expect(sold.every((status) => status === 201 || status === 409)).to.equal(true);
    const delta = replies.reduce(
      (sum, { status }, writer) => sum + (status === 200 ? (writer % 2 === 0 ? -1 : 2) : 0),
      0,
    );
    for (const [index, each] of ids.entries()) {
      const orders = sold.filter((status, number) => number % VARIANTS === index && status === 201).length;
      expect((await read(each)).stock).to.equal(6 + delta - 2 * orders);
    }
    const shown = (await read(id)).variants.map(({ id: each, stock }: { id: string; stock: number }) => [each, stock]);
    expect(shown).to.deep.equal(await Promise.all(ids.map(async (each) => [each, (await read(each)).stock])));
  });

  it('name the row of a SKU that another product takes meanwhile', async () => {
    const families = await many(WRITERS, () => aFamily());
    const replies = await Promise.all(
      families.map(({ id, variants }) =>
        change(id, [
          { id: variants[0].id, price: 1 },
          { id: variants[1].id, sku: 'raced' },
        ]),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, ...Array(WRITERS - 1).fill(409)]);
    for (const { status, json } of replies)
      if (status === 409) expect(errorPathsOf(json)).to.deep.equal(['/variants/1/sku']);
  });
});
