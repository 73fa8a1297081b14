import { expect } from 'chai';
import type { Product } from '#core/catalog/product.ts';
import type { ProductFilter, ProductSort } from '#core/catalog/product-view.ts';
import { Json, type Position } from '#core/shared/page.ts';
import { aProduct, ids, noonPlus } from '../../support/builders/builders.ts';
import { addListedProducts, NAMES_IN_ORDER } from '../../support/builders/listed-products.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

const SORTS: readonly ProductSort[] = (['created_at', 'updated_at', 'price', 'name'] as const).flatMap((by) => [
  { by, descending: false },
  { by, descending: true },
]);

/** The keys of a sort, compared one after the other; independent of the storages. */
const KEYS: Readonly<Record<ProductSort['by'], (product: Product) => readonly number[]>> = {
  created_at: ({ createdAt }) => [createdAt.getTime()],
  updated_at: ({ updatedAt }) => [updatedAt.getTime()],
  price: ({ price }) => [price.toNumber()],
  name: ({ name }) => [NAMES_IN_ORDER.indexOf(name)],
};

const compareKeys = (a: readonly number[], b: readonly number[]): number => {
  for (const [index, value] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (value !== other) return value - other;
  }
  return a.length - b.length;
};

const inOrder = (products: readonly Product[], { by, descending }: ProductSort): Product['id'][] => {
  const ascending = [...products].sort((a, b) => compareKeys(KEYS[by](a), KEYS[by](b)) || (a.id < b.id ? -1 : 1));
  return (descending ? ascending.reverse() : ascending).map(({ id }) => id);
};

type Ids = readonly Product['id'][];

type Walk = Readonly<{
  sort: ProductSort;
  limit: number;
  filter?: ProductFilter;
  /** Called after each page with all visited items. */
  between?: (visited: Ids) => Promise<void>;
}>;

/** The ids of all pages in order. */
const walk = async ({ catalogQueries }: StorageUnderTest, { sort, limit, filter = {}, between }: Walk) => {
  const visited: Product['id'][] = [];
  let after: Position | undefined;
  do {
    const page = await catalogQueries.listProducts({ filter, sort, page: { limit, after }, visibility: 'full' });
    const items = page.items.map(Json.parse);
    expect(items.length).to.be.within(after === undefined ? 0 : 1, limit);
    visited.push(...items.map(({ id }) => id));
    after = page.next ?? undefined;
    await between?.(visited);
  } while (after !== undefined);
  return visited;
};

/** `CatalogQueries.listProducts`: order and paging. */
export const productPagesContract = (name: string, open: OpenStorage): void => {
  describe(`product pages on ${name}`, () => {
    describe('on unchanging data', () => stillContract(useStorage(open)));
    describe('on changing data', () => movingContract(useStorage(open)));
  });
};

const stillContract = (storage: () => StorageUnderTest): void => {
  let products: Product[];

  let pageOfNothing: unknown;

  before(async () => {
    const listing = { filter: {}, visibility: 'full', sort: { by: 'name', descending: false } } as const;
    const page = { limit: 20, includeTotal: true };
    pageOfNothing = await storage().catalogQueries.listProducts({ ...listing, page });
    products = await storage().unitOfWork.run(addListedProducts);
  });

  it('return an empty list without products', () => {
    expect(pageOfNothing).to.deep.equal({ items: [], next: null, total: 0 });
  });

  for (const sort of SORTS) {
    it(`visit everything once in order, ${sort.descending ? 'descending' : 'ascending'} by ${sort.by}`, async () => {
      const expected = inOrder(products, sort);
      for (const limit of [1, 7, 49, 50, 100]) {
        expect(await walk(storage(), { sort, limit }), `limit ${limit}`).to.deep.equal(expected);
      }
    });
  }

  it('visit exactly what matches a filter', async () => {
    const hats = products.filter(({ category }) => category?.name === 'Hüte');
    for (const sort of SORTS) {
      const visited = await walk(storage(), { sort, limit: 5, filter: { category: ['Hüte'] } });
      expect(visited, `${sort.by}`).to.deep.equal(inOrder(hats, sort));
    }
  });

  it('report the total on every page on request', async () => {
    const listing = {
      filter: { status: 'draft' },
      visibility: 'full',
      sort: { by: 'name', descending: true },
    } as const;
    const list = (after: Position | undefined, includeTotal?: boolean) =>
      storage().catalogQueries.listProducts({ ...listing, page: { limit: 4, after, includeTotal } });
    const first = await list(undefined, true);
    expect(first.total).to.equal(10);
    expect((await list(first.next ?? undefined, true)).total).to.equal(10);
    expect(await list(undefined)).to.not.have.property('total');
    expect(await list(undefined, false)).to.not.have.property('total');
  });
};

const movingContract = (storage: () => StorageUnderTest): void => {
  let there: Product[];

  before(async () => {
    there = await storage().unitOfWork.run(addListedProducts);
  });

  const addSome = async (index: number): Promise<Ids> => {
    const paths = [
      ['', 0],
      ['m', 20],
      ['\u{10FFFF}', 999_999_999_999.99],
    ] as const;
    const added = paths.map(([name, price]) => aProduct({ name, price }, { at: noonPlus(index * 10 - 10) }));
    await storage().unitOfWork.run(async (tx) => {
      for (const product of added) await tx.products.add(product);
    });
    there.push(...added);
    return added.map(({ id }) => id);
  };

  for (const sort of SORTS) {
    it(`skip and repeat nothing while products are added, ${sort.descending ? 'descending' : 'ascending'} by ${sort.by}`, async () => {
      const expected = new Set(there.map(({ id }) => id));
      const between = async (visited: Ids): Promise<void> => {
        if (visited.length > 30) return;
        const added = await addSome(visited.length / 9);
        const order = inOrder(there, sort);
        const ahead = order.slice(order.indexOf(visited.at(-1) ?? ids.next('prod')));
        for (const id of added) if (ahead.includes(id)) expected.add(id);
      };
      const visited = await walk(storage(), { sort, limit: 9, between });
      expect(visited).to.deep.equal(inOrder(there, sort).filter((id) => expected.has(id)));
    });
  }

  it('continue after a page although its last product was deleted', async () => {
    const sort = { by: 'name', descending: false } as const;
    const listing = { filter: {}, visibility: 'full', sort } as const;
    const expected = inOrder(there, sort);
    const first = await storage().catalogQueries.listProducts({ ...listing, page: { limit: 10 } });
    const last = expected[9];
    if (last === undefined || first.next === null) throw new Error('There are more than ten products.');
    await storage().unitOfWork.run((tx) => tx.products.remove(last));
    const second = await storage().catalogQueries.listProducts({ ...listing, page: { limit: 10, after: first.next } });
    const shown = second.items.map(Json.parse).map(({ id }) => id);
    expect(shown).to.deep.equal(expected.slice(10, 20));
  });
};
