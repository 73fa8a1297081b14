import { expect } from 'chai';
import { createProduct, patchProduct } from '../../support/builders/resources.ts';
import { runSql } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const PRODUCTS = 30;
const WRITERS = 4;
const ROUNDS = 3;

type Event = Readonly<{ resource_version: number; data: Record<string, unknown>; previous: object | null }>;

onStorage('postgres', 'bulk updates beside other writers', ({ app, databaseUrl }) => {
  const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)));

  const make = (category: string): Promise<{ id: string }[]> =>
    many(PRODUCTS, () => createProduct(app(), { price: 1, category }));

  const update = async (category: string, changes: object): Promise<void> => {
    const body = { filter: { category: [category] }, changes };
    const { status, text, json } = await app().call('/api/products/bulk_update', { method: 'POST', body });
    expect(status, text).to.equal(200);
    expect(json).to.include({ matched: PRODUCTS, updated: PRODUCTS });
  };

  /** Each writer changes all products one by one, some in the opposite order. */
  const write = (ids: readonly string[], patchOf: (writer: number, round: number) => object) =>
    many(WRITERS, async (writer) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const id of writer % 2 === 0 ? ids : ids.toReversed()) {
          const { status, text } = await patchProduct(app(), id, patchOf(writer, round));
          expect(status, text).to.equal(200);
        }
      }
    });

  const eventsOf = async (id: string): Promise<Event[]> => {
    const events = await runSql(
      databaseUrl(),
      `select resource_version, data, previous from events where resource_id = '${id}' order by sequence`,
    );
    return events as Event[];
  };

  const productOf = async (id: string) => (await app().call(`/api/products/${id}`)).json;

  it('lose no change, and count each in the version', async () => {
    const ids = (await make('Counted')).map(({ id }) => id);
    const doubled = async (): Promise<void> => {
      for (let round = 0; round < ROUNDS; round += 1) await update('Counted', { price_percent: 100 });
    };
    const patchOf = (writer: number, round: number) => ({ attributes: { [`${writer}-${round}`]: 'x' } });
    await Promise.all([doubled(), doubled(), write(ids, patchOf)]);
    for (const id of ids) {
      const product = await productOf(id);
      expect(product).to.include({ price: 2 ** (2 * ROUNDS), version: 1 + 2 * ROUNDS + WRITERS * ROUNDS });
      expect(Object.keys(product.attributes)).to.have.length(WRITERS * ROUNDS);
      const versions = (await eventsOf(id)).map(({ resource_version: version }) => version);
      expect(versions).to.deep.equal(Array.from({ length: product.version }, (_, index) => index + 1));
    }
  });

  it('leave each product with their change or a later one', async () => {
    const ids = (await make('Replaced')).map(({ id }) => id);
    const patchOf = (writer: number, round: number) => ({ price: 1_000 + writer * ROUNDS + round });
    await Promise.all([update('Replaced', { price: 50, status: 'draft' }), write(ids, patchOf)]);
    for (const id of ids) {
      const events = await eventsOf(id);
      const drafted = events.findIndex(({ data }) => data['status'] === 'draft');
      expect(events[drafted]?.data).to.include({ price: 50 });
      for (const [index, { data, previous }] of events.entries()) {
        expect(data).to.include({ status: index < drafted ? 'active' : 'draft' });
        if (index > 0) expect(events[index - 1]?.data).to.deep.include(previous);
      }
      const last = events.at(-1)?.data ?? {};
      expect(await productOf(id)).to.include({ price: last['price'], version: 2 + WRITERS * ROUNDS, status: 'draft' });
    }
  });
});
