import { expect } from 'chai';
import { Category } from '#core/catalog/category.ts';
import { aProduct, ids, NOON, USD } from '../../support/builders/builders.ts';
import { type OrderHistory, orderOf, storeSale } from '../../support/builders/sales-history.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const SOLD: OrderHistory = {
  createdAt: NOON,
  currency: USD,
  userId: null,
  email: null,
  country: 'DE',
  lines: [{ price: 1000, quantity: 1, cancelled: 0, taxRate: null, discount: 0, category: null, product: 1 }],
  shipping: 0,
  pricesIncludeTax: true,
  captures: [],
};

export const coveredKeysContract = (name: string, open: OpenStorage): void => {
  describe(`keys that a filter of figures covers on ${name}`, () => {
    const storage = useStorage(open);
    const covered = async (
      ...[dimension, keys]: Parameters<ReturnType<typeof storage>['analyticsQueries']['coveredKeys']>
    ) => [...(await storage().analyticsQueries.coveredKeys(dimension, keys))].sort();

    it('are a product, its variants, and those that were sold as such and are deleted', async () => {
      const [parent, other] = [aProduct(), aProduct()];
      const variants = ['S', 'M'].map((size) => aProduct({ parent_id: parent.id, options: { size } }));
      const [deleted, alsoDeleted, moved] = [ids.next('prod'), ids.next('prod'), other];
      const sell = (productId: typeof deleted, parentId: typeof deleted | null) => {
        const order = orderOf(SOLD);
        const items = order.items.map((item) => ({ ...item, productId, parentId }));
        return storage().unitOfWork.run(storeSale({ ...order, items }, SOLD));
      };
      await storage().unitOfWork.run(async (tx) => {
        for (const product of [parent, other, ...variants]) await tx.products.add(product);
      });
      await sell(deleted, parent.id);
      await sell(deleted, parent.id);
      await sell(alsoDeleted, parent.id);
      await sell(moved.id, parent.id);
      await sell(ids.next('prod'), null);
      const all = [parent.id, ...variants.map(({ id }) => id), deleted, alsoDeleted];
      expect(await covered('product', [parent.id])).to.deep.equal(all.sort());
      expect(await covered('product', [other.id])).to.deep.equal([other.id]);
      expect(await covered('product', [parent.id, deleted])).to.deep.equal(all);
      const unknown = ids.next('prod');
      expect(await covered('product', [unknown, 'no id'])).to.deep.equal(['no id', unknown].sort());
    });

    it('are a category and those below it', async () => {
      const make = (label: string, parentId: Category['id'] | null = null): Category =>
        Category.create({ id: ids.next('cat'), name: label, at: NOON }, { parentId, position: 0 });
      const top = make('Top');
      const middle = make('Middle', top.id);
      const bottom = make('Bottom', middle.id);
      const beside = make('Beside');
      await storage().unitOfWork.run(async (tx) => {
        await tx.categories.lockTree();
        for (const category of [top, middle, bottom, beside]) await tx.categories.add(category);
      });
      const below = [top.id, middle.id, bottom.id].sort();
      expect(await covered('category', [top.id])).to.deep.equal(below);
      expect(await covered('category', [middle.id, beside.id])).to.deep.equal([middle.id, bottom.id, beside.id].sort());
      expect(await covered('category', [''])).to.deep.equal(['']);
      expect(await covered('category', ['', 'no id', bottom.id])).to.deep.equal(['', 'no id', bottom.id].sort());
    });
  });
};
