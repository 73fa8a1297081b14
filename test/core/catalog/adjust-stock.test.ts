import { expect } from 'chai';
import type { Product } from '#core/catalog/product.ts';
import { makeAdjustStock } from '#core/catalog/use-cases/adjust-stock.ts';
import { Json } from '#core/shared/page.ts';
import { countingIds, ids } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Catalogue, openCatalogue } from './catalogue-under-test.ts';

describe('adjustStock', () => {
  let catalogue: Catalogue;
  let adjust: (id: Product['id'], delta: number) => Promise<unknown>;

  beforeEach(async () => {
    catalogue = await openCatalogue();
    const adjustStock = makeAdjustStock({ clock: catalogue.clock, ids: countingIds() });
    adjust = (id, delta) => catalogue.unitOfWork.run(adjustStock(catalogue.actor, { id, delta, reason: 'Inventory' }));
  });

  const create = (fields: object) => catalogue.create({ name: 'Linen shirt', price: 20, ...fields });
  const types = async (id: Product['id']) => (await catalogue.eventsOf(id)).map(({ type }) => type.slice(8));

  it('changes the stock, and records who did it and why', async () => {
    const { id } = await create({ stock: 5 });
    await adjust(id, -2);
    expect((await catalogue.get(id)).stock).to.equal(3);
    const { items } = await catalogue.catalogQueries.listStockAdjustments(id, { limit: 10 });
    const actor = { kind: 'session', user_id: catalogue.actor.userId };
    const [recorded] = items.map(Json.parse);
    expect(recorded).to.include({ product_id: id, delta: -2, stock: 3, reason: 'Inventory' });
    expect(recorded?.actor).to.include(actor);
    const entry = (await catalogue.audited()).at(-1);
    expect(entry).to.deep.include({
      action: 'product.stock_adjusted',
      before: { stock: 5 },
      after: { stock: 3, delta: -2, reason: 'Inventory' },
    });
  });

  it('refuses to reduce the stock below zero', async () => {
    const { id } = await create({ stock: 5 });
    const error = await rejectionOf(adjust(id, -6));
    expect(error).to.include({ kind: 'conflict', code: 'insufficient_stock' });
    expect(error.message).to.equal('The stock is 5: it cannot be reduced by 6.');
    expect((await catalogue.get(id)).version).to.equal(1);
  });

  it('refuses an untracked stock and an unknown product', async () => {
    const { id } = await create({});
    expect(await rejectionOf(adjust(id, 1))).to.include({ kind: 'conflict', code: 'invalid_state' });
    expect(await rejectionOf(adjust(ids.next('prod'), 1))).to.include({ kind: 'not_found' });
  });

  it('announces a stock that falls to its threshold, once', async () => {
    const { id } = await create({ stock: 10, low_stock_threshold: 5 });
    await adjust(id, -4);
    expect(await types(id)).to.deep.equal(['created', 'updated']);
    await adjust(id, -1);
    expect((await types(id)).slice(2)).to.deep.equal(['updated', 'low_stock']);
    await adjust(id, -1);
    expect((await types(id)).slice(4)).to.deep.equal(['updated']);
    await adjust(id, 6);
    await catalogue.change({ id, patch: { stock: 0 }, expected: undefined });
    expect((await types(id)).slice(5)).to.deep.equal(['updated', 'updated', 'low_stock']);
    const last = (await catalogue.eventsOf(id)).at(-1);
    expect(last).to.deep.include({ previous: { stock: 10, available: true } });
  });

  it('announces a parent of which the last variant is sold out', async () => {
    const parent = await create({});
    const variant = await create({ parent_id: parent.id, options: { size: 'M' }, stock: 1 });
    await adjust(variant.id, -1);
    expect(await types(parent.id)).to.deep.equal(['created', 'updated', 'updated']);
  });
});
