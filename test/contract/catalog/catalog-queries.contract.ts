import { expect } from 'chai';
import type { Category } from '#core/catalog/category.ts';
import { type CategoryView, categoryEventView } from '#core/catalog/category-view.ts';
import type { Visibility } from '#core/catalog/ports.ts';
import { productView, publicProductView } from '#core/catalog/product-view.ts';
import { Json, type Position } from '#core/shared/page.ts';
import { aCategory, aProduct, changed, ids, noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

/** `CatalogQueries` except the list of products, which has its own suites. */
export const catalogQueriesContract = (name: string, open: OpenStorage): void => {
  describe(`CatalogQueries on ${name}`, () => {
    describe('a product', () => findProductContract(useStorage(open)));
    describe('the categories', () => categoriesContract(useStorage(open)));
  });
};

const findProductContract = (storage: () => StorageUnderTest): void => {
  const find = async (id: ReturnType<typeof aProduct>['id'], visibility: Visibility) => {
    const found = await storage().catalogQueries.findProduct(id, visibility);
    return found && { view: found.view, version: found.version };
  };

  it('is not found when it does not exist', async () => {
    expect(await find(ids.next('prod'), 'full')).to.equal(undefined);
    expect(await find(ids.next('prod'), 'public')).to.equal(undefined);
  });

  for (const status of ['draft', 'active', 'archived'] as const) {
    it(`is found when it is ${status}, by the public only when active`, async () => {
      const category = await storage().unitOfWork.run((tx) => tx.categories.ensure(aCategory('Shirts')));
      const fields = { status, stock: 3, category: 'Shirts', metadata: { cost: '5' }, attributes: { size: 'M' } };
      const product = aProduct(fields, { category });
      await storage().unitOfWork.run((tx) => tx.products.add(product));
      expect(await find(product.id, 'full')).to.deep.equal({ view: Json.of(productView(product)), version: 1 });
      const shown = status === 'active' ? { view: Json.of(publicProductView(product)), version: 1 } : undefined;
      expect(await find(product.id, 'public')).to.deep.equal(shown);
    });
  }

  it('reflects the last commit', async () => {
    const product = aProduct();
    await storage().unitOfWork.run((tx) => tx.products.add(product));
    const next = changed(product, { name: 'Cotton shirt', price: 5 });
    await storage().unitOfWork.run((tx) => tx.products.save(next));
    expect(await find(product.id, 'public')).to.deep.equal({ view: Json.of(publicProductView(next)), version: 2 });
    await storage().unitOfWork.run((tx) => tx.products.remove(product.id));
    expect(await find(product.id, 'full')).to.equal(undefined);
  });

  it('reflects the last commit in lists that were read before', async () => {
    const product = aProduct();
    const listed = async (visibility: Visibility): Promise<unknown> => {
      const listing = { filter: { ids: [product.id] }, sort: { by: 'name', descending: false }, visibility } as const;
      return (await storage().catalogQueries.listProducts({ ...listing, page: { limit: 2 } })).items.map(Json.parse);
    };
    await storage().unitOfWork.run((tx) => tx.products.add(product));
    expect(await listed('full')).to.deep.equal([productView(product)]);
    expect(await listed('public')).to.deep.equal([publicProductView(product)]);
    const next = changed(product, { name: 'Cotton shirt', stock: 7 });
    await storage().unitOfWork.run((tx) => tx.products.save(next));
    expect(await listed('full')).to.deep.equal([productView(next)]);
    expect(await listed('public')).to.deep.equal([publicProductView(next)]);
    const draft = changed(next, { status: 'draft' });
    await storage().unitOfWork.run((tx) => tx.products.save(draft));
    expect(await listed('full')).to.deep.equal([productView(draft)]);
    expect(await listed('public')).to.deep.equal([]);
    await storage().unitOfWork.run((tx) => tx.products.remove(product.id));
    expect(await listed('full')).to.deep.equal([]);
  });
};

const viewOf = (category: Category, count: number): CategoryView => ({
  ...categoryEventView(category),
  product_count: count,
  product_count_total: count,
});

const categoriesContract = (storage: () => StorageUnderTest): void => {
  const categories: Category[] = [];

  const list = async (visibility: Visibility, limit = 100, after?: Position) => {
    const page = await storage().catalogQueries.listCategories(
      { filter: {}, page: { limit, after, includeTotal: true } },
      visibility,
    );
    return { ...page, items: page.items.map(Json.parse) };
  };

  let listOfNothing: unknown;

  before(async () => {
    listOfNothing = await list('full');
    for (let index = 0; index < 5; index += 1) {
      const made = aCategory(`Category ${index}`, noonPlus(Math.floor(index / 2)));
      categories.push(await storage().unitOfWork.run((tx) => tx.categories.ensure(made)));
    }
    const [first = null, second = null] = categories;
    await storage().unitOfWork.run(async (tx) => {
      for (const status of ['draft', 'active', 'archived', 'active'] as const) {
        await tx.products.add(aProduct({ status }, { category: first }));
      }
      await tx.products.add(aProduct({ status: 'draft' }, { category: second }));
      await tx.products.add(aProduct());
    });
  });

  it('are empty at first', () => {
    expect(listOfNothing).to.deep.equal({ items: [], next: null, total: 0 });
  });

  it('are listed newest first with the number of visible products', async () => {
    const newestFirst = [...categories].reverse();
    const counted = (counts: number[]) => newestFirst.map((category, index) => viewOf(category, counts[index] ?? 0));
    expect(await list('full')).to.deep.equal({ items: counted([0, 0, 0, 1, 4]), next: null, total: 5 });
    expect(await list('public')).to.deep.equal({ items: counted([0, 0, 0, 0, 2]), next: null, total: 5 });
  });

  it('are paged once each while categories are added', async () => {
    const visited: string[] = [];
    let after: Position | undefined;
    do {
      const page = await list('public', 2, after);
      visited.push(...page.items.map(({ id }) => id));
      after = page.next ?? undefined;
      const later = aCategory(`Later ${visited.length}`, noonPlus(100));
      await storage().unitOfWork.run((tx) => tx.categories.ensure(later));
    } while (after !== undefined);
    expect(visited).to.deep.equal([...categories].reverse().map(({ id }) => id));
  });
};
