import { BatchSize } from '#core/shared/batch-size.ts';
import { notFound } from '#core/shared/domain-error.ts';
import { groupsOfSize } from '#core/shared/groups.ts';
import { Json, type Position } from '#core/shared/page.ts';
import type { CatalogQueries } from '../ports.ts';
import { Product, type ProductId } from '../product.ts';
import type { PublishedFamily } from './json-ld.ts';

type Queries = Pick<CatalogQueries, 'listProducts' | 'readProducts'>;

/** Bounds the memory of a page whose products have many variants. */
const MAX_VARIANTS_READ = 100;

const activeVariants = ({ variants }: Product): readonly ProductId[] =>
  variants.filter(({ status }) => status === 'active').map(({ id }) => id);

/** Some products with their variants on sale, in the order of their ids. */
const withVariants = async (queries: Queries, products: readonly Product[]): Promise<readonly PublishedFamily[]> => {
  const ids = products.flatMap(activeVariants);
  const found = ids.length === 0 ? [] : (await queries.readProducts(ids)).filter(Product.isOnSale);
  // by the parent, since one may have been given to another meanwhile
  const ofParent = Map.groupBy(found, ({ parentId }) => parentId);
  return products.map((product) => ({
    product,
    parent: null,
    variants: (ofParent.get(product.id) ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  }));
};

/** A product on sale with what is shown with it. @throws DomainError `not_found`. */
export const getFamily = async (queries: Queries, id: ProductId): Promise<PublishedFamily> => {
  const [product] = await queries.readProducts([id]);
  if (product === undefined || !Product.isOnSale(product)) throw notFound('product', id);
  const [parent = null] = product.parentId === null ? [] : await queries.readProducts([product.parentId]);
  const [family] = await withVariants(queries, [product]);
  return { product, parent, variants: family?.variants ?? [] };
};

/** All products on sale, each with its variants, the oldest first and page by page: nothing is held between pages. */
export async function* familiesOnSale(queries: Queries): AsyncGenerator<readonly PublishedFamily[]> {
  const sort = { by: 'created_at', descending: false } as const;
  const size = new BatchSize();
  let after: Position | undefined;
  do {
    const page = { limit: size.limit, after };
    const { items, next } = await queries.listProducts({ filter: {}, sort, visibility: 'public', page });
    size.adapt(items);
    const ids = items.map((item) => Json.parse(item).id);
    const products = ids.length === 0 ? [] : (await queries.readProducts(ids)).filter(Product.isOnSale);
    const sizeOf = (product: Product): number => activeVariants(product).length;
    for (const group of groupsOfSize(products, { max: MAX_VARIANTS_READ, sizeOf }))
      yield await withVariants(queries, group);
    after = next ?? undefined;
  } while (after !== undefined);
}
