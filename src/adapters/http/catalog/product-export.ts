import type { CatalogQueries, ProductListQuery } from '#core/catalog/catalog-queries.ts';
import { cellsOf, EXPORTED_COLUMNS, isTextColumn } from '#core/catalog/product-columns.ts';
import type { ProductView } from '#core/catalog/product-view.ts';
import { Json, type Position } from '#core/shared/page.ts';
import { csvLines, withGuard } from '../pipeline/csv.ts';

const PAGE_SIZE = 100;

type Selection = Pick<ProductListQuery, 'filter' | 'sort'>;

type Format = Readonly<{ header: string; page: (products: readonly Json<ProductView>[]) => string }>;

const IS_TEXT = EXPORTED_COLUMNS.map(isTextColumn);

const toCells = (product: Json<ProductView>) =>
  cellsOf(Json.parse(product)).map((cell, index) =>
    typeof cell === 'string' && IS_TEXT[index] === true ? withGuard(cell) : cell,
  );

/** By media type. */
const FORMATS: Readonly<Record<string, Format>> = {
  'text/csv': {
    header: csvLines([EXPORTED_COLUMNS]),
    page: (products) => csvLines(products.map(toCells)),
  },
  'application/x-ndjson': {
    header: '',
    page: (products) => products.map((product) => `${product}\n`).join(''),
  },
};

export const EXPORT_FILES = [
  { type: 'text/csv', name: 'products.csv' },
  { type: 'application/x-ndjson', name: 'products.ndjson' },
] as const;

/** The variants of a product page by page; the list shows them with their parent only. */
async function* variantsOf(
  queries: CatalogQueries,
  product: Json<ProductView>,
): AsyncGenerator<readonly Json<ProductView>[]> {
  // most products have none, and are not parsed
  if (!product.includes('"variants":')) return;
  const filter = { parent_id: Json.parse(product).id };
  let after: Position | undefined;
  do {
    const page = await queries.listProducts({
      filter,
      sort: OLDEST_FIRST,
      visibility: 'full',
      page: { limit: PAGE_SIZE, after },
    });
    yield page.items as readonly Json<ProductView>[];
    after = page.next ?? undefined;
  } while (after !== undefined);
}

const OLDEST_FIRST = { by: 'created_at', descending: false } as const;

/** The matching products with their variants as a file, read page by page so that memory does not grow with their number. */
export async function* productFile(
  queries: CatalogQueries,
  selection: Selection,
  type: string,
): AsyncGenerator<string> {
  const { header, page: toLines } = FORMATS[type] ?? { header: '', page: () => '' };
  let lines = header;
  let after: Position | undefined;
  do {
    const page = await queries.listProducts({ ...selection, visibility: 'full', page: { limit: PAGE_SIZE, after } });
    for (const product of page.items as readonly Json<ProductView>[]) {
      lines += toLines([product]);
      // an import needs the parent before its variants
      for await (const variants of variantsOf(queries, product)) lines += toLines(variants);
    }
    yield lines;
    lines = '';
    after = page.next ?? undefined;
  } while (after !== undefined);
}
