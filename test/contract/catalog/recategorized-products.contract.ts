import { expect } from 'chai';
import fc from 'fast-check';
import { Category, type CategoryId } from '#core/catalog/category.ts';
import type { Product } from '#core/catalog/product.ts';
import { productUpdated } from '#core/catalog/records.ts';
import { Actor } from '#core/shared/actor.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { announceCategories } from '../../support/builders/announce-categories.ts';
import { aCategory, aProduct, changed, clockAtNoon, noonPlus } from '../../support/builders/builders.ts';
import { runs } from '../../support/extent.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

/** Products whose category is renamed or deleted, and the counts of products. */
export const recategorizedProductsContract = (name: string, open: OpenStorage): void => {
  describe(`products whose category changes on ${name}`, () => {
    const storage = useStorage(open);
    announcementContract(storage);
    countsContract(storage);
  });
};

const toolsOf = (storage: () => StorageUnderTest) => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  return {
    run,
    announce: (): Promise<void> => announceCategories(storage(), clockAtNoon()),
    addIn: (category: Category, fields = {}): Promise<Product> =>
      run(async (tx) => {
        const product = aProduct(fields, { category });
        await tx.products.add(product);
        return product;
      }),
    rename: (category: Category, name: string): Promise<Category> =>
      run(async (tx) => {
        const renamed = Category.change(await tx.categories.get(category.id), { ...category, name }, noonPlus(1));
        await tx.categories.save(renamed);
        return renamed;
      }),
    shown: async ({ id }: Pick<Product, 'id'>): Promise<Record<string, unknown>> => {
      const { view = '{}' } = (await storage().catalogQueries.findProduct(id, 'full')) ?? {};
      return JSON.parse(view);
    },
  };
};

const announcementContract = (storage: () => StorageUnderTest): void => {
  const { run, announce, addIn, rename, shown } = toolsOf(storage);

  it('show its new name at once, and have it in their next version once', async () => {
    const category = await run((tx) => tx.categories.add(aCategory('Old name')));
    const products = [await addIn(category), await addIn(category, { status: 'draft' })];
    const other = await addIn(await run((tx) => tx.categories.add(aCategory('Another'))));
    await rename(category, 'New name');
    for (const product of products) expect(await shown(product)).to.include({ category: 'New name', version: 1 });
    await announce();
    await announce();
    for (const product of products) {
      expect(await shown(product)).to.include({ category: 'New name', version: 2 });
      const [event] = await storage().eventsOf(product.id);
      expect(event).to.deep.include({
        type: 'product.updated',
        previous: { category: 'Old name' },
        resourceVersion: 2,
      });
      expect(event?.data).to.deep.equal(await shown(product));
    }
    expect(await storage().eventsOf(products[0]?.id ?? 'prod_')).to.have.length(1);
    expect(await storage().eventsOf(other.id)).to.have.length(0);
  });

  it('have no further event if they were saved since', async () => {
    const category = await run((tx) => tx.categories.add(aCategory('Before')));
    const product = await addIn(category);
    const renamed = await rename(category, 'Since');
    await run(async (tx) => {
      const before = await tx.products.get(product.id);
      const after = changed(before, { stock: 3 }, { category: renamed });
      await tx.products.save(after);
      await tx.events.append(Actor.system, productUpdated(before, after));
    });
    await announce();
    const events = await storage().eventsOf(product.id);
    expect(events.map(({ previous }) => previous)).to.deep.equal([{ category: 'Before', stock: null }]);
    expect(await shown(product)).to.include({ version: 2, category: 'Since' });
  });

  it('have the last of several names', async () => {
    const category = await run((tx) => tx.categories.add(aCategory('First of names')));
    const product = await addIn(category);
    await rename(await rename(category, 'Second of names'), 'Third of names');
    await announce();
    expect(await shown(product)).to.include({ category: 'Third of names', version: 2 });
  });

  it('belong to the category that they are reassigned to at once', async () => {
    const [gone, heir, last] = [aCategory('Gone'), aCategory('Heir'), aCategory('Last heir')];
    for (const category of [gone, heir, last]) await run((tx) => tx.categories.add(category));
    const product = await addIn(gone);
    await run((tx) => tx.categories.reassign(gone.id, heir));
    const renamed = await rename(heir, 'Renamed heir');
    expect(await shown(product)).to.include({ category: 'Renamed heir', category_id: heir.id, version: 1 });
    expect(await run((tx) => tx.categories.find(gone.id))).to.deep.equal(renamed);
    expect(await storage().catalogQueries.findCategory(gone.id, 'full')).to.equal(undefined);
    const counts = () => run((tx) => tx.categories.countProducts(heir.id, 'full'));
    expect(await counts()).to.deep.equal({ product_count: 1, product_count_total: 1 });
    const list = async (category: string): Promise<number> => {
      const query = { filter: { category: [category] }, visibility: 'full', page: { limit: 5 } } as const;
      return (await storage().catalogQueries.listProducts(query)).items.length;
    };
    expect([await list(heir.id), await list('renamed heir'), await list(gone.id)]).to.deep.equal([1, 1, 0]);
    await run((tx) => tx.categories.reassign(heir.id, last));
    expect(await shown(product)).to.include({ category: 'Last heir', category_id: last.id, version: 1 });
    await announce();
    await announce();
    expect(await shown(product)).to.include({ category: 'Last heir', category_id: last.id, version: 2 });
    const events = await storage().eventsOf(product.id);
    const previous = { category: 'Gone', category_id: gone.id };
    expect(events.map((event) => event.previous)).to.deep.equal([previous]);
    expect(await run((tx) => tx.categories.labelled('gone'))).to.deep.equal([]);
  });
};

type Step = Readonly<{
  kind: 'add' | 'change' | 'remove' | 'rename' | 'reassign' | 'announce';
  from: number;
  to: number;
}>;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('add', 'add', 'change', 'remove', 'rename', 'reassign', 'announce'),
    from: fc.nat(99),
    to: fc.nat(99),
  }) as fc.Arbitrary<Step>,
  { minLength: 5, maxLength: 30 },
);

const STATUSES = ['active', 'draft', 'active', 'archived'] as const;

const countsContract = (storage: () => StorageUnderTest): void => {
  const { run, announce, addIn, rename } = toolsOf(storage);

  /** The counts of all categories, and a recount of all products. */
  const expectExactCounts = async (visibility: 'full' | 'public'): Promise<void> => {
    const { catalogQueries } = storage();
    const listed = new Map<CategoryId, number>();
    for (let after: { value: string; id: string } | undefined, isFirst = true; isFirst || after !== undefined; ) {
      const page = await catalogQueries.listProducts({ filter: {}, visibility, page: { limit: 100, after } });
      for (const item of page.items) {
        const { category_id: id } = Json.parse(item);
        if (id !== null) listed.set(id, (listed.get(id) ?? 0) + 1);
      }
      after = page.next ?? undefined;
      isFirst = false;
    }
    const { items } = await catalogQueries.listCategories({ filter: {}, page: { limit: 100 } }, visibility);
    const counted = items.map(Json.parse).flatMap(({ id, product_count: count }) => (count > 0 ? [[id, count]] : []));
    expect(new Map(counted as [CategoryId, number][])).to.deep.equal(listed);
  };

  let number = 0;

  /** Some categories and products, and what a step does to them. */
  const openShop = async () => {
    const categories: Category[] = [];
    const products: Product['id'][] = [];
    const addCategory = (): Promise<Category> => {
      number += 1;
      return run((tx) => tx.categories.add(aCategory(`Counted ${number}`)));
    };
    for (let index = 0; index < 3; index += 1) categories.push(await addCategory());
    const take = async ({ kind, from, to }: Step): Promise<void> => {
      const [at, product] = [from % categories.length, products[from % Math.max(1, products.length)]];
      const [category, other] = [categories[at] as Category, categories[to % categories.length] as Category];
      const status = STATUSES[to % STATUSES.length] ?? 'active';
      number += 1;
      if (kind === 'add') products.push((await addIn(category, { status })).id);
      if (kind === 'announce') await announce();
      if (kind === 'rename') categories[at] = await rename(category, `Counted again ${number}`);
      if (kind === 'reassign' && category !== other) {
        await run((tx) => tx.categories.reassign(category.id, other));
        categories.splice(at, 1);
      }
      if (kind === 'change' && product !== undefined) {
        const overrides = { category: to % 5 === 0 ? null : other };
        await run(async (tx) => tx.products.save(changed(await tx.products.get(product), { status }, overrides)));
      }
      if (kind === 'remove' && product !== undefined) {
        await run((tx) => tx.products.remove(product));
        products.splice(products.indexOf(product), 1);
      }
    };
    const close = async (): Promise<void> => {
      for (const id of products) await run((tx) => tx.products.remove(id));
      for (const { id } of categories) await run((tx) => tx.categories.remove(id));
    };
    return { take, close };
  };

  it('are counted exactly after any writes, renames and deletions', () =>
    fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const shop = await openShop();
        for (const step of list) await shop.take(step);
        if (number % 2 === 0) await storage().categoryCounts.addUp();
        await expectExactCounts('full');
        await expectExactCounts('public');
        await shop.close();
      }),
      { numRuns: runs(15) },
    ));
};
