import { expect } from 'chai';
import { openCatalogue } from './catalogue-under-test.ts';

describe('the audit log of the catalogue', () => {
  it('has an entry for each product and label that is created, changed or deleted', async () => {
    const catalogue = await openCatalogue();
    const { id } = await catalogue.create({ name: 'Linen shirt', price: 20, category: 'Shirts', description: 'Long.' });
    await catalogue.create({ name: 'Wool shirt', price: 30, category: 'Shirts' });
    await catalogue.change({ id, patch: { name: 'Shirt', description: 'Longer.' }, expected: undefined });
    await catalogue.remove({ id, expected: undefined });
    const entries = await catalogue.audited();
    expect(entries.map(({ action }) => action)).to.deep.equal([
      'category.created',
      'product.created',
      'product.created',
      'product.updated',
      'product.deleted',
    ]);
    const [label, created, , updated, deleted] = entries;
    expect(label).to.deep.include({ after: { name: 'Shirts', position: 0 } });
    const { before, after } = created ?? {};
    expect(before).to.deep.equal({});
    const price = { price: 20, currency: 'USD' };
    const names = { name: 'Linen shirt', slug: 'linen-shirt', category: 'Shirts', category_id: label?.resource?.id };
    const values = { ...names, ...price, status: 'active', weight_unit: 'g', tags: [], options: {} };
    expect(after).to.deep.equal(values);
    expect(updated).to.deep.include({
      before: { name: 'Linen shirt', description: '[withheld]' },
      after: { name: 'Shirt', description: '[withheld]' },
    });
    expect(deleted).to.deep.include({ resource: { type: 'product', id } });
    for (const { actor } of entries) expect(actor).to.include({ kind: 'session', user_id: catalogue.actor.userId });
  });
});
