import { expect } from 'chai';
import { Category, type CategoryId } from '#core/catalog/category.ts';
import { MAX_CATEGORY_DEPTH } from '#core/catalog/category-tree.ts';
import type { CategoryTreeView } from '#core/catalog/category-view.ts';
import { labelKey } from '#core/catalog/names.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { aCategory, aProduct, ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

/** `CategoryRepository` and `CatalogQueries`: a tree of categories. */
export const categoryTreeContract = (name: string, open: OpenStorage): void => {
  describe(`the category tree on ${name}`, () => {
    describe('when it is written', () => writtenTreeContract(useStorage(open)));
    describe('when it is read', () => readTreeContract(useStorage(open)));
  });
};

const under = (parent: Category | null, name: string, position = 0): Category => ({
  ...aCategory(name),
  parentId: parent?.id ?? null,
  position,
});

const writtenTreeContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const add = (category: Category): Promise<Category> => run((tx) => tx.categories.add(category));

  it('adds categories of one name below different parents, with distinct slugs', async () => {
    const [men, women] = [await add(under(null, 'Men')), await add(under(null, 'Women', 1))];
    const first = await add(under(men, 'Accessories'));
    const second = await add(under(women, 'Accessories'));
    expect(await run((tx) => tx.categories.get(first.id))).to.deep.equal(first);
    expect(second).to.include({ parentId: women.id }).and.not.include({ slug: first.slug });
    expect(await run((tx) => tx.categories.labelled(' ACCESSORIES'))).to.deep.equal([first, second]);
    const again = await rejectionOf(add(under(men, 'accessories ')));
    expect(again).to.include({ code: 'already_exists' });
  });

  it('finds a category by a label of any case while it is the only one, also if that changes', async () => {
    const first = await add(under(null, 'Belts'));
    for (const label of ['belts', 'BELTS']) {
      expect(await run((tx) => tx.categories.labelled(label))).to.deep.equal([first]);
    }
    const second = await add(under(first, 'Belts'));
    const found = await run((tx) => tx.categories.labelled('belts'));
    expect(found).to.deep.equal([first, second]);
    await run((tx) => tx.categories.remove(second.id));
    expect(await run((tx) => tx.categories.labelled('belts'))).to.deep.equal([first]);
    expect(await run((tx) => tx.categories.labelled('none of the name'))).to.deep.equal([]);
  });

  it('finds what its own transaction has added by label and by id, and nothing that was rolled back', async () => {
    const first = under(null, 'Hats');
    const second = under(first, 'Hats');
    await storage().unitOfWork.dryRun(async (tx) => {
      await tx.categories.add(first);
      expect(await tx.categories.labelled('Hats')).to.deep.equal([first]);
      expect(await tx.categories.find(first.id)).to.deep.equal(first);
      const { id } = await tx.categories.add(second);
      expect((await tx.categories.labelled('Hats')).map((each) => each.id)).to.deep.equal([first.id, id]);
    });
    expect(await run((tx) => tx.categories.labelled('Hats'))).to.deep.equal([]);
    expect(await run((tx) => tx.categories.find(first.id))).to.equal(undefined);
  });

  it('saves the next version of a category only', async () => {
    const category = await add(under(null, 'Former'));
    const changes = { name: ' Latter  name', parentId: null, position: 7 };
    const next = Category.change(category, changes, noonPlus(1));
    await run((tx) => tx.categories.save(next));
    expect(await run((tx) => tx.categories.get(category.id))).to.deep.equal(next);
    expect(next).to.include({ name: 'Latter name', version: 2 });
    const stale = await rejectionOf(run((tx) => tx.categories.save(next)));
    expect(stale).to.include({ code: 'conflict' });
    expect(await run((tx) => tx.categories.labelled('former'))).to.deep.equal([]);
  });

  it('refuses the name of a sibling', async () => {
    await add(under(null, 'Taken'));
    const category = await add(under(null, 'Free'));
    const renamed = Category.change(category, { ...category, name: 'TAKEN' }, noonPlus(1));
    expect(await rejectionOf(run((tx) => tx.categories.save(renamed)))).to.include({ code: 'already_exists' });
  });

  it('has variants that do not have it from their parents, also of a category that was reassigned to it', async () => {
    const [category, former] = [await add(under(null, 'Of variants')), await add(under(null, 'Former of variants'))];
    const parent = aProduct({}, { category });
    const variantIn = (own: Category, fields: object) =>
      aProduct({ parent_id: parent.id, options: { size: 'S' }, ...fields }, { category: own });
    const counted = () => run((tx) => tx.categories.countVariants(category.id));
    await run(async (tx) => {
      for (const product of [parent, variantIn(category, {}), variantIn(category, { category_id: category.id })])
        await tx.products.add(product);
      await tx.products.add(variantIn(former, { category_id: former.id }));
    });
    expect(await counted()).to.equal(1);
    await run(async (tx) => {
      await tx.categories.lockTree();
      await tx.categories.reassign(former.id, category);
    });
    expect(await counted()).to.equal(2);
  });

  it('stores a product under the current name of its category', async () => {
    const category = await add(under(null, 'Renamed'));
    const ensured = async (): Promise<Category> => (await run((tx) => tx.categories.find(category.id))) as Category;
    expect(await ensured()).to.deep.equal(category);
    await run((tx) => tx.categories.save(Category.change(category, { ...category, name: 'Current' }, noonPlus(1))));
    const product = await run(async (tx) => {
      const found = (await tx.categories.find(category.id)) ?? null;
      const made = aProduct({}, { category: found });
      await tx.products.add(made);
      return made;
    });
    const { view } = (await storage().catalogQueries.findProduct(product.id, 'full')) ?? { view: '{}' };
    expect(JSON.parse(view)).to.include({ category: 'Current', category_id: category.id });
  });

  it('has every category, for the one who locks it', async () => {
    const parent = await add(under(null, 'Locked', 3));
    const child = await add(under(parent, 'Locked  Child', 4));
    const tree = await run((tx) => tx.categories.lockTree());
    const { id, parentId, position } = child;
    expect(tree.nodes.get(id)).to.deep.include({ id, parentId, position, nameKey: labelKey('locked child') });
    expect(tree.nodes.size).to.equal(await run((tx) => tx.categories.count()));
  });

  it('does not have what was removed', async () => {
    const { id } = await add(under(null, 'Removed'));
    await run((tx) => tx.categories.remove(id));
    expect(await rejectionOf(run((tx) => tx.categories.get(id)))).to.include({ code: 'not_found' });
    expect(await run((tx) => tx.categories.find(id))).to.equal(undefined);
    expect(await storage().catalogQueries.findCategory(id, 'full')).to.equal(undefined);
  });
};

const readTreeContract = (storage: () => StorageUnderTest): void => {
  let levels: Category[] = [];

  before(async () => {
    await storage().unitOfWork.run(async (tx) => {
      for (let level = 0; level < MAX_CATEGORY_DEPTH; level += 1) {
        levels.push(await tx.categories.add(under(levels.at(-1) ?? null, `Level ${level}`, level)));
      }
      levels = [...levels];
      for (const category of levels) {
        await tx.products.add(aProduct({}, { category }));
        await tx.products.add(aProduct({ status: 'draft' }, { category }));
      }
      for (const [index, position] of [2, 1, 1].entries()) {
        await tx.categories.add(under(null, `Sibling ${index}`, position));
      }
    });
  });

  const find = async (id: CategoryId, visibility: 'full' | 'public') => {
    const found = await storage().catalogQueries.findCategory(id, visibility);
    return found && Json.parse(found.view);
  };

  it('shows a category with the products of all below it', async () => {
    for (const [above, { id }] of levels.entries()) {
      const below = MAX_CATEGORY_DEPTH - above;
      expect(await find(id, 'full')).to.include({ product_count: 2, product_count_total: 2 * below });
      expect(await find(id, 'public')).to.include({ product_count: 1, product_count_total: below });
      const counts = await storage().unitOfWork.run((tx) => tx.categories.countProducts(id, 'public'));
      expect(counts).to.deep.equal({ product_count: 1, product_count_total: below });
    }
    expect(await find(ids.next('cat'), 'full')).to.equal(undefined);
  });

  it('is nested in the order of the siblings, with the views of its categories', async () => {
    const { data } = Json.parse(await storage().catalogQueries.readCategoryTree('public'));
    expect(data.map(({ name }) => name)).to.deep.equal(['Level 0', 'Sibling 1', 'Sibling 2', 'Sibling 0']);
    let children: readonly CategoryTreeView[] = data;
    for (const { id } of levels) {
      const { children: next = [], ...view } = children[0] as CategoryTreeView;
      expect(view).to.deep.equal(await find(id, 'public'));
      children = next;
    }
    expect(children).to.deep.equal([]);
  });
};
