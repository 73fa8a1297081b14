import { expect } from 'chai';
import { Category } from '#core/catalog/category.ts';
import { aCategory, NOON } from '../../support/builders/builders.ts';

describe('Category', () => {
  it('is created at the top level', () => {
    const category = aCategory('Shirts');
    expect(category).to.include({ version: 1, name: 'Shirts', slug: 'shirts', parentId: null });
    expect(category.createdAt).to.equal(NOON);
  });

  for (const [name, slug] of [
    ['Home & Garden', 'home-garden'],
    ['  --Größe L/XL--  ', 'große-l-xl'],
    ['Café Crème', 'cafe-creme'],
    ['日本語', '日本語'],
    ['ＦＵＬＬ width', 'full-width'],
    ['3½', '31-2'],
    ['&&&', 'category'],
    ['😀', 'category'],
  ] as const) {
    it(`has the slug ${slug} for the name ${name}`, () => {
      expect(aCategory(name).slug).to.equal(slug);
    });
  }

  it('extends the slug when it is in use', () => {
    const [first, second] = [aCategory('Shirts'), aCategory('shirts!')].map(Category.withUniqueSlug);
    expect(first?.slug).to.match(/^shirts-[0-9a-z]{8}$/);
    expect(first?.slug).to.not.equal(second?.slug);
    expect(second?.name).to.equal('shirts!');
  });
});
