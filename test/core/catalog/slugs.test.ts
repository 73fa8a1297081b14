import { expect } from 'chai';
import { slugOf } from '#core/catalog/names.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Catalogue, openCatalogue } from './catalogue-under-test.ts';

describe('slugOf', () => {
  for (const [name, slug] of [
    ['Linen shirt', 'linen-shirt'],
    ['  Crème  Brûlée! ', 'creme-brulee'],
    ['Größe 42/44', 'große-42-44'],
    ['リネンシャツ', 'リネンシャツ'],
    ['Ελληνικός καφές', 'ελληνικος-καφες'],
    ['!!!', 'product'],
  ] as const) {
    it(`makes ${slug} of ${name}`, () => {
      expect(slugOf(name, 'product')).to.equal(slug);
      expect(slugOf(slug, '')).to.equal(slug);
    });
  }
});

describe('the slug of a product', () => {
  let catalogue: Catalogue;
  beforeEach(async () => {
    catalogue = await openCatalogue();
  });

  const create = (fields: { name?: string; slug?: string } = {}) =>
    catalogue.create({ name: 'Linen shirt', price: 20, ...fields });

  it('is made from the name, and extended if another product has it', async () => {
    const [first, second] = [await create(), await create()];
    expect(first.slug).to.equal('linen-shirt');
    expect(second.slug).to.equal(`linen-shirt-${second.id.slice(-8)}`);
  });

  it('is extended if another product had it', async () => {
    const { id } = await create();
    await catalogue.change({ id, patch: { slug: 'another' }, expected: undefined });
    expect((await create()).slug).to.not.equal('linen-shirt');
  });

  it('is rejected if it is given and another product has it', async () => {
    await create();
    const { id } = await create({ slug: 'cotton-shirt' });
    for (const attempt of [
      create({ slug: 'linen-shirt' }),
      catalogue.change({ id, patch: { slug: 'linen-shirt' }, expected: undefined }),
    ]) {
      const error = await rejectionOf(attempt);
      expect(error).to.include({ kind: 'conflict', code: 'already_exists' });
      expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['slug']]);
    }
  });

  it('may be given although another product had it', async () => {
    const { id } = await create();
    await catalogue.change({ id, patch: { slug: 'another' }, expected: undefined });
    expect((await create({ slug: 'linen-shirt' })).slug).to.equal('linen-shirt');
  });

  it('stays when the name is patched, and is made again for null', async () => {
    const { id } = await create();
    const renamed = await catalogue.change({ id, patch: { name: 'Cotton shirt' }, expected: undefined });
    expect(renamed.slug).to.equal('linen-shirt');
    const reset = await catalogue.change({ id, patch: { slug: null }, expected: undefined });
    expect(reset.slug).to.equal('cotton-shirt');
  });
});
