import pLimit from 'p-limit';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import { StartError } from '#composition/start-error.ts';
import type { CategoryId } from '#core/catalog/category.ts';
import { makeChangeProduct } from '#core/catalog/use-cases/change-product.ts';
import { makeCreateCategory } from '#core/catalog/use-cases/create-category.ts';
import { makeCreateProduct } from '#core/catalog/use-cases/create-product.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Json } from '#core/shared/page.ts';
import type { Storage, Transaction } from '#core/storage.ts';
import { type DemoProduct, demoProducts, reducedAmount } from './demo-products.ts';
import { DEPARTMENTS } from './departments.ts';

/** Large enough for speed, and small enough not to hold locks for long. */
const PRODUCTS_PER_TRANSACTION = 20;

const CONCURRENT_TRANSACTIONS = 3;

type Shop = Readonly<{ seed: number; count: number; currency: Currency; now: Date }>;

/**
 * Fills a shop with a category tree, products and variants, prices, stock and reductions: the same for the same seed.
 * @returns the number of products, variants included.
 * @throws StartError if the products of the seed are already there.
 */
export const seedDemoShop = async (storage: Storage, { seed, count, currency, now }: Shop): Promise<number> => {
  const products = demoProducts({ seed, currency }, count);
  await requireUnseeded(storage, products, seed);
  const categories = await createCategories(storage, depsAt(daysBefore(now, 401)));
  const limit = pLimit(CONCURRENT_TRANSACTIONS);
  const starts = Array.from({ length: Math.ceil(count / PRODUCTS_PER_TRANSACTION) }, (_, index) => index);
  const add = (index: number) => {
    const start = index * PRODUCTS_PER_TRANSACTION;
    return storage.unitOfWork.run(async (tx) => {
      for (const product of products.slice(start, start + PRODUCTS_PER_TRANSACTION)) {
        await addProduct(tx, product, { categoryId: categories.get(product.path.join(' / ')), currency, now });
      }
    });
  };
  await Promise.all(starts.map((index) => limit(() => add(index))));
  return products.reduce((total, { variants }) => total + 1 + variants.length, 0);
};

type Place = Readonly<{ categoryId: CategoryId | undefined; currency: Currency; now: Date }>;

const addProduct = async (
  tx: Transaction,
  { fields, variants, age, reduction }: DemoProduct,
  { categoryId, currency, now }: Place,
): Promise<void> => {
  const create = makeCreateProduct(depsAt(daysBefore(now, age)));
  const category = categoryId === undefined ? {} : { category_id: categoryId };
  const parent = await create(Actor.system, { ...fields, ...category })(tx);
  const sold = [parent];
  for (const variant of variants) {
    sold.push(await create(Actor.system, { ...variant, parent_id: parent.id })(tx));
  }
  if (reduction === undefined) return;
  const change = makeChangeProduct(depsAt(daysBefore(now, reduction.age)));
  for (const { id, price } of sold) {
    const former = price.toNumber();
    const patch = { price: reducedAmount(former, reduction.factor, currency), compare_at_price: former };
    await change(Actor.system, { id, patch, expected: undefined })(tx);
  }
};

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 24 * 3_600_000);

/** What the use cases need at a time. */
const depsAt = (at: Date) => {
  const clock = { isBusinessTime: true, isSystemTime: true, now: () => at } as const;
  return { clock, ids: makeTypeIds(clock) };
};

const requireUnseeded = async (storage: Storage, [first]: readonly DemoProduct[], seed: number): Promise<void> => {
  const sku = first?.fields.sku;
  if (typeof sku !== 'string') return;
  const { items } = await storage.catalogQueries.listProducts({
    filter: { sku },
    page: { limit: 1 },
    visibility: 'full',
  });
  if (items.length > 0) throw new StartError(`The demo shop of seed ${seed} is already there: choose another --seed.`);
};

type CategoryDeps = Parameters<typeof makeCreateCategory>[0];

/** @returns the ids of the categories by their paths, such as `Women / Dresses`; existing ones are used again. */
const createCategories = async (storage: Storage, deps: CategoryDeps): Promise<ReadonlyMap<string, CategoryId>> => {
  const create = makeCreateCategory(deps);
  const tree = Json.parse(await storage.catalogQueries.readCategoryTree('full'));
  return storage.unitOfWork.run(async (tx) => {
    const ids = new Map<string, CategoryId>();
    for (const { name, assortments } of DEPARTMENTS) {
      const existing = tree.data.find((node) => node.name === name);
      const parentId = existing?.id ?? (await create(Actor.system, { name })(tx)).id;
      for (const { category } of assortments) {
        const child = existing?.children.find((node) => node.name === category);
        const id = child?.id ?? (await create(Actor.system, { name: category, parent_id: parentId })(tx)).id;
        ids.set(`${name} / ${category}`, id);
      }
    }
    return ids;
  });
};
