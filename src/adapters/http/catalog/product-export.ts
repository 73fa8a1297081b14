import type { CatalogQueries, ProductListQuery } from '#core/catalog/ports.ts';
import type { ProductId } from '#core/catalog/product.ts';
import { cellsOf, EXPORTED_COLUMNS, isTextColumn } from '#core/catalog/product-columns.ts';
import type { ProductView } from '#core/catalog/product-view.ts';
import { BatchSize } from '#core/shared/batch-size.ts';
import { Json, type Position } from '#core/shared/page.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { searchRulesFor } from '#core/shop/shop-cache.ts';
import { csvLines, withGuard } from '../request/csv.ts';
import { familyOf, groupsOf, type ParentKeys, type ProductJson, rowOf, withVariants } from './product-families.ts';

type Selection = Pick<ProductListQuery, 'filter' | 'sort' | 'searchRules' | 'minFound'>;

type Format = Readonly<{ header: string; page: (products: readonly ProductJson[]) => string }>;

const IS_TEXT = EXPORTED_COLUMNS.map(isTextColumn);

const toCells = (product: ProductJson) =>
  cellsOf(Json.parse(product)).map((cell, index) =>
    typeof cell === 'string' && IS_TEXT[index] === true ? withGuard(cell) : cell,
  );

/** By media type. */
const FORMATS = {
  'text/csv': {
    header: csvLines([EXPORTED_COLUMNS]),
    page: (products) => csvLines(products.map(toCells)),
  },
  'application/x-ndjson': {
    header: '',
    page: (products) => products.map((product) => `${product}\n`).join(''),
  },
} as const satisfies Readonly<Record<string, Format>>;

export const EXPORT_FILES = [
  { type: 'text/csv', name: 'products.csv' },
  { type: 'application/x-ndjson', name: 'products.ndjson' },
] as const;

async function* pagesOf(queries: CatalogQueries, selection: Selection): AsyncGenerator<readonly Json<ProductView>[]> {
  const size = new BatchSize();
  let after: Position | undefined;
  do {
    const { limit } = size;
    const page = await queries.listProducts({ ...selection, visibility: 'full', page: { limit, after } });
    size.adapt(page.items);
    yield page.items as readonly Json<ProductView>[];
    after = page.next ?? undefined;
  } while (after !== undefined);
}

/** A list filtered by `parent_id` contains variants without their parent, but their rows name it. */
const selectedParent = async (queries: CatalogQueries, { filter }: Selection): Promise<ParentKeys | null> => {
  const id = filter.parent_id;
  const found = id === undefined ? undefined : await queries.findProduct(id as ProductId, 'full');
  return found === undefined ? null : Json.parse(found.view);
};

/** A part of a file. `products` of the list are in it; their variants are rows too. */
type FilePart = Readonly<{ text: string; products: number; rows: number }>;

/**
 * The matching products with their variants as a file of a media type, read page by page so that memory does not grow
 * with their number.
 */
export async function* productFile(
  queries: CatalogQueries,
  selection: Selection,
  type: keyof typeof FORMATS,
): AsyncGenerator<FilePart> {
  const { header, page: toLines } = FORMATS[type];
  const parent = await selectedParent(queries, selection);
  const { readCategoryPaths } = await import('#core/catalog/category-paths.ts');
  const paths = await readCategoryPaths(queries, 'full');
  let text = header;
  for await (const page of pagesOf(queries, selection)) {
    const families = page.map((product) => familyOf(rowOf(product, { parent, paths })));
    for (const group of groupsOf(families)) {
      const rows = await withVariants(queries, group, paths);
      yield { text: text + toLines(rows), products: group.length, rows: rows.length };
      text = '';
    }
  }
}

type Exported = Readonly<{ selection: Selection; type: keyof typeof FORMATS }>;

/** The text of a file of the products that a customer of the shop would find. */
export async function* exportedText(
  { queries, shop }: Readonly<{ queries: CatalogQueries; shop: ShopQueries }>,
  { selection, type }: Exported,
): AsyncGenerator<string> {
  const searchRules = await searchRulesFor(shop, selection.filter);
  for await (const { text } of productFile(queries, { ...selection, searchRules }, type)) yield text;
}
