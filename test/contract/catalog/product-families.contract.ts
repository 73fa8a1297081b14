import { expect } from 'chai';
import type { Visibility } from '#core/catalog/ports.ts';
import { Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import type { ProductFilter, ProductSort } from '#core/catalog/product-view.ts';
import { Variant } from '#core/catalog/variant.ts';
import { Json, type Position } from '#core/shared/page.ts';
import type { Transaction } from '#core/storage.ts';
import { aCategory, aProduct, noonPlus } from '../../support/builders/builders.ts';
import { makePicks, someWords } from '../../support/builders/searched-products.ts';
import { hasPlainFields, plainMatches, WITHOUT_LANGUAGE } from '../../support/models/plain-search.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

type Pick = ReturnType<typeof makePicks>;

type Family = readonly [listed: Product, ...variants: Product[]];

const COLOURS = ['oak', 'teal'] as const;
const STATUSES = ['active', 'active', 'draft', 'archived'] as const;
const QUERIES = 120;

/** Random filters, sorts and page sizes of `CatalogQueries.listProducts`, over products with and without variants. */
export const productFamiliesContract = (name: string, open: OpenStorage): void => {
  describe(`lists of random products with variants on ${name}`, () => {
    const storage = useStorage(open);
    let families: Family[];

    before(async () => {
      families = await storage().unitOfWork.run(addFamilies);
    });

    it('have what a plain filter finds, in order, each once', async () => {
      const pick = makePicks(5);
      for (let index = 0; index < QUERIES; index += 1) {
        const [filter, sort, visibility] = [aFilter(pick, families), aSort(pick), pick(2) ? 'full' : 'public'] as const;
        const listed = await walk(storage(), { filter, sort, visibility, limit: 1 + pick(9) });
        const what = JSON.stringify({ filter, sort, visibility });
        expect(listed, what).to.deep.equal(inOrder(plainList(families, { filter, visibility }), sort));
      }
    });

    it('have the same products for words when they are sorted by relevance', async () => {
      const pick = makePicks(7);
      for (let index = 0; index < QUERIES; index += 1) {
        const others = pick(2) ? aFilter(pick, families) : {};
        const filter = { ...others, q: someWords(pick, 1 + pick(2)) };
        const visibility = pick(2) ? 'full' : 'public';
        const listed = await walk(storage(), { filter, visibility, limit: 1 + pick(9) });
        const what = JSON.stringify({ filter, visibility });
        const expected = plainList(families, { filter, visibility }).map(({ id }) => id);
        expect(listed.toSorted(), what).to.deep.equal(expected.toSorted());
      }
    });
  });
};

const TAGS = ['new', 'old'];

const someFields = (pick: Pick): Partial<ProductFields> => ({
  name: someWords(pick, 2),
  description: pick(2) ? someWords(pick, 2) : null,
  attributes: { ...(pick(2) ? { colour: COLOURS[pick(2)] ?? '' } : {}), ...(pick(3) ? {} : { wood: 'oak' }) },
  status: STATUSES[pick(4)] ?? 'active',
  vendor: pick(3) ? null : 'Oak & co',
  tags: TAGS.filter(() => pick(3) === 0),
  stock: pick(3) === 0 ? null : pick(4),
  low_stock_threshold: pick(4),
  price: 1 + pick(6),
});

const addFamilies = async (tx: Transaction): Promise<Family[]> => {
  const pick = makePicks(1);
  const categories = [
    null,
    await tx.categories.ensure(aCategory('Oak lamps')),
    await tx.categories.ensure(aCategory('Tables')),
  ];
  const families: Family[] = [];
  for (let number = 0; number < 60; number += 1) {
    const overrides = { category: categories[pick(3)] ?? null, at: noonPlus(pick(10)) };
    const parent = aProduct({ ...someFields(pick), sku: pick(2) ? `P-${number}` : null }, overrides);
    const variants = Array.from({ length: pick(3) * pick(3) }, (_, index) => {
      const fields = { ...someFields(pick), sku: pick(2) ? `V-${number}-${index}` : null };
      const own = { parent_id: parent.id, options: { number: String(index) } };
      return { ...aProduct({ ...fields, ...own }, overrides), isParentActive: Product.isOnSale(parent) };
    });
    const shown = { ...parent, variants: variants.map(Variant.of) };
    for (const product of [shown, ...variants]) await tx.products.add(product);
    families.push([shown, ...variants]);
  }
  return families;
};

const aFilter = (pick: Pick, families: readonly Family[]): ProductFilter => {
  const [parent] = families[pick(families.length)] ?? [];
  const maybe = <T extends object>(chance: number, filter: T): Partial<T> => (pick(chance) === 0 ? filter : {});
  return {
    ...maybe(4, { q: someWords(pick, 2) }),
    ...maybe(4, { price_min: String(pick(6)) }),
    ...maybe(4, { price_max: String(2 + pick(5)) }),
    ...maybe(5, { category: ['Tables'] }),
    ...maybe(4, { attributes: { colour: COLOURS[pick(2)] ?? '' } }),
    ...maybe(5, { available: pick(2) === 0 }),
    ...maybe(6, { stock_max: String(pick(4)) }),
    ...maybe(6, { low_stock: pick(2) === 0 }),
    ...maybe(6, { status: STATUSES[pick(4)] ?? 'active' }),
    ...maybe(5, { vendor: 'oak & CO' }),
    ...maybe(5, { tag: TAGS.slice(pick(3)) }),
    ...maybe(8, { sku: `V-${pick(60)}-0` }),
    ...(parent === undefined ? {} : maybe(6, { parent_id: parent.id })),
  };
};

const aSort = (pick: Pick): ProductSort => ({
  by: (['created_at', 'price', 'name', 'updated_at'] as const)[pick(4)] ?? 'name',
  descending: pick(2) === 0,
});

type Listing = Readonly<{ filter: ProductFilter; visibility: Visibility }>;

const walk = async (
  { catalogQueries }: StorageUnderTest,
  { limit, ...listing }: Listing & { sort?: ProductSort; limit: number },
) => {
  const ids: string[] = [];
  let after: Position | undefined;
  do {
    const page = await catalogQueries.listProducts({
      ...listing,
      page: { limit, after },
      searchRules: WITHOUT_LANGUAGE,
    });
    ids.push(...page.items.map(Json.parse).map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return ids;
};

/** The products of the same list, found one by one. */
const plainList = (families: readonly Family[], { filter, visibility }: Listing): Product[] => {
  const { parent_id: parentId, q, attributes, sku, stock_max: stockMax, low_stock: isLow, ...own } = filter;
  const isVisible = (product: Product): boolean => visibility === 'full' || Product.isOnSale(product);
  const rows = families.flat().filter(isVisible).map(withOptions);
  const found = q === undefined ? undefined : new Set(plainMatches(rows, q).map(({ id }) => id));
  // these are fulfilled by a product or by one of its variants, each by any of them
  const shared: readonly ((product: Product) => boolean)[] = [
    ({ id }) => found === undefined || found.has(id),
    (product) => hasPlainFields(product, { attributes }),
    (product) => sku === undefined || product.sku === sku,
    ({ stock, variants }) =>
      stockMax === undefined || (stock !== null && stock <= Number(stockMax) && variants.length === 0),
  ];
  const listed = families.flatMap(([parent, ...variants]) => {
    if (parentId !== undefined) {
      const isListed = (variant: Product): boolean =>
        isVisible(variant) && shared.every((matches) => matches(variant)) && matchesLow([variant], isLow);
      return parent.id === parentId ? variants.filter(isListed) : [];
    }
    const members = [parent, ...variants].filter(isVisible);
    const isListed = shared.every((matches) => members.some(matches)) && matchesLow(members, isLow);
    return isVisible(parent) && isListed ? [parent] : [];
  });
  return listed.filter((product) => matchesOwn(product, own));
};

const matchesLow = (products: readonly Product[], isLow: boolean | undefined): boolean =>
  isLow === undefined ||
  products.some(
    ({ status, isParentActive, variants, stock, lowStockThreshold }) =>
      status === 'active' &&
      isParentActive &&
      variants.length === 0 &&
      stock !== null &&
      stock <= (lowStockThreshold ?? 5),
  ) === isLow;

/** Options are searched like attributes. */
const withOptions = (product: Product): Product => ({
  ...product,
  attributes: { ...product.attributes, ...product.options },
});

const matchesOwn = (
  product: Product,
  { price_min, price_max, category, vendor, tag, available, status }: ProductFilter,
): boolean => {
  const [minimum, maximum] = Product.priceRange(product);
  return (
    (price_min === undefined || maximum.toNumber() >= Number(price_min)) &&
    (price_max === undefined || minimum.toNumber() <= Number(price_max)) &&
    (category === undefined || category.includes(product.category?.name ?? '')) &&
    (vendor === undefined || product.vendor !== null) &&
    (tag === undefined || product.tags.some((each) => tag.includes(each))) &&
    (available === undefined || Product.isAvailable(product) === available) &&
    (status === undefined || product.status === status)
  );
};

/** The ids of products in an order. */
const inOrder = (products: readonly Product[], { by, descending }: ProductSort): string[] => {
  const keyOf = (product: Product): number | string => {
    if (by === 'price') return Product.priceRange(product)[0].toNumber();
    return by === 'name' ? product.name : (by === 'created_at' ? product.createdAt : product.updatedAt).getTime();
  };
  const compare = (a: number | string, b: number | string): number => {
    if (typeof a === 'string' && typeof b === 'string') return new Intl.Collator('en').compare(a, b);
    return a < b ? -1 : a > b ? 1 : 0;
  };
  const ascending = [...products].sort((a, b) => compare(keyOf(a), keyOf(b)) || (a.id < b.id ? -1 : 1));
  return (descending ? ascending.reverse() : ascending).map(({ id }) => id);
};
