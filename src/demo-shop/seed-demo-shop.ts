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
import { type Picture, picturesOf, variantPictures } from './pictures.ts';
import type { StorePictures } from './store-pictures.ts';

/** Large enough for speed, and small enough not to hold locks for long. */
const PRODUCTS_PER_TRANSACTION = 20;

const CONCURRENT_TRANSACTIONS = 3;

type Shop = Readonly<{ seed: number; count: number; currency: Currency; now: Date; storePictures: StorePictures }>;

/**
 * Fills a shop with a category tree, products and variants, pictures, prices, stock and reductions: the same for
 * the same seed.
 * @returns the number of products, variants included.
 * @throws StartError if the products of the seed are already there.
 */
export const seedDemoShop = async (storage: Storage, shop: Shop): Promise<number> => {
  const { seed, count, currency, now } = shop;
  const products = demoProducts({ seed, currency }, count);
  await requireUnseeded(storage, products, seed);
  const pictures = await shop.storePictures(new Set(products.flatMap(allPictures).map(({ file }) => file)));
  const categories = await createCategories(storage, depsAt(daysBefore(now, 401)));
  const limit = pLimit(CONCURRENT_TRANSACTIONS);
  const starts = Array.from({ length: Math.ceil(count / PRODUCTS_PER_TRANSACTION) }, (_, index) => index);
  const add = (index: number) => {
    const start = index * PRODUCTS_PER_TRANSACTION;
    return storage.unitOfWork.run(async (tx) => {
      for (const product of products.slice(start, start + PRODUCTS_PER_TRANSACTION)) {
        const categoryId = categories.get(product.path.join(' / '));
        await addProduct(tx, product, { categoryId, pictures, currency, now });
      }
    });
  };
  await Promise.all(starts.map((index) => limit(() => add(index))));
  return products.reduce((total, { variants }) => total + 1 + variants.length, 0);
};

const allPictures = (product: DemoProduct): Picture[] => [
  ...picturesOf(product),
  ...product.variants.flatMap((variant) => variantPictures(product.noun, variant)),
];

type Place = Readonly<{
  categoryId: CategoryId | undefined;
  /** The URLs by the names of the files. */
  pictures: ReadonlyMap<string, string>;
  currency: Currency;
  now: Date;
}>;

const addProduct = async (
  tx: Transaction,
  product: DemoProduct,
  { categoryId, pictures, currency, now }: Place,
): Promise<void> => {
  const { noun, fields, variants, age, reduction } = product;
  const create = makeCreateProduct(depsAt(daysBefore(now, age)));
  const mediaOf = (shown: readonly Picture[]) => shown.map(({ file, alt }) => ({ url: pictures.get(file) ?? '', alt }));
  const category = categoryId === undefined ? {} : { category_id: categoryId };
  const parent = await create(Actor.system, { ...fields, ...category, media: mediaOf(picturesOf(product)) })(tx);
  const sold = [parent];
  for (const variant of variants) {
    const media = mediaOf(variantPictures(noun, variant));
    const own = media.length === 0 ? {} : { media };
    sold.push(await create(Actor.system, { ...variant, ...own, parent_id: parent.id })(tx));
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
