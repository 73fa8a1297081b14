import { expect } from 'chai';
import type { Category } from '#core/catalog/category.ts';
import { Json } from '#core/shared/page.ts';
import { aCategory, noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const categoryRepositoryContract = (name: string, open: OpenStorage): void => {
  describe(`CategoryRepository on ${name}`, () => {
    const storage = useStorage(open);
    const ensure = (category: Category): Promise<Category> =>
      storage().unitOfWork.run((tx) => tx.categories.ensure(category));
    const named = async (label: string): Promise<{ id: string; slug: string }[]> => {
      const { items } = await storage().catalogQueries.listCategories({ filter: {}, page: { limit: 100 } }, 'full');
      return items.map(Json.parse).filter((view) => view.name === label);
    };

    it('adds a category of a new name', async () => {
      const category = aCategory('Shirts & Blouses 𝒜');
      expect(await ensure(category)).to.deep.equal(category);
    });

    it('returns the existing category of the name unchanged', async () => {
      const first = await ensure(aCategory('Trousers'));
      expect(await ensure(aCategory('Trousers', noonPlus(60)))).to.deep.equal(first);
      expect(await named('Trousers')).to.have.length(1);
    });

    it('returns the same category twice in a transaction', async () => {
      const [first, second] = await storage().unitOfWork.run(async (tx) => [
        await tx.categories.ensure(aCategory('Twice')),
        await tx.categories.ensure(aCategory('Twice')),
      ]);
      expect(second).to.deep.equal(first);
    });

    it('creates one category for concurrent requests of one name', async () => {
      const ensured = await Promise.all(Array.from({ length: 20 }, () => ensure(aCategory('Wanted'))));
      for (const category of ensured) expect(category).to.deep.equal(ensured[0]);
      expect((await named('Wanted')).map(({ id }) => id)).to.deep.equal([ensured[0]?.id]);
    });

    it('gives names with the same slug distinct slugs', async () => {
      const labels = ['Hats', 'hats!', 'hats?', 'Häts'];
      const ensured: Category[] = [];
      for (const label of labels) ensured.push(await ensure(aCategory(label)));
      expect(ensured.map((category) => category.name)).to.deep.equal(labels);
      expect(ensured[0]?.slug).to.equal('hats');
      expect(new Set(ensured.map(({ slug }) => slug)).size).to.equal(4);
      for (const category of ensured) expect(await ensure(aCategory(category.name))).to.deep.equal(category);
    });

    it('gives concurrent names with the same slug distinct slugs', async () => {
      const labels = ['Scarf', 'Scarf!', 'Scarf?', '(Scarf)', 'Scarf.', 'Scarf;', 'Scarf:', 'Scarf'];
      const ensured = await Promise.all(labels.map((label) => ensure(aCategory(label))));
      expect(ensured.map((category) => category.name)).to.deep.equal(labels);
      expect(new Set(ensured.map(({ slug }) => slug)).size).to.equal(7);
    });
  });
};
