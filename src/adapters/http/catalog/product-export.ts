import type { CatalogQueries, ProductListQuery } from '#core/catalog/catalog-queries.ts';
import type { ProductId } from '#core/catalog/product.ts';
import { cellsOf, EXPORTED_COLUMNS, type ExportedProduct, isTextColumn } from '#core/catalog/product-columns.ts';
import type { ProductView } from '#core/catalog/product-view.ts';
import { Json, type Position } from '#core/shared/page.ts';
import { csvLines, withGuard } from '../pipeline/csv.ts';

const PAGE_SIZE = 100;

type Selection = Pick<ProductListQuery, 'filter' | 'sort'>;

type Format = Readonly<{ header: string; page: (products: readonly ProductJson[]) => string }>;

const IS_TEXT = EXPORTED_COLUMNS.map(isTextColumn);

const toCells = (product: ProductJson) =>
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

type ProductJson = Json<ExportedProduct>;

/** A variant as a file has it. The texts are not parsed: it is most of a file. */
const withParentSku = (variant: Json<ProductView>, sku: string | null): ProductJson =>
  sku === null ? variant : `${variant.slice(0, -1)},"parent_sku":${JSON.stringify(sku)}}`;

/** The variants of a product page by page; the list shows them with their parent only. */
async function* variantsOf(queries: CatalogQueries, product: Json<ProductView>): AsyncGenerator<ProductJson[]> {
  // most products have none, and are not parsed
  if (!product.includes('"variants":')) return;
  const { id, sku } = Json.parse(product);
  for await (const variants of pagesOf(queries, { filter: { parent_id: id }, sort: OLDEST_FIRST })) {
    yield variants.map((variant) => withParentSku(variant, sku));
  }
}

const OLDEST_FIRST = { by: 'created_at', descending: false } as const;

async function* pagesOf(queries: CatalogQueries, selection: Selection): AsyncGenerator<readonly Json<ProductView>[]> {
  let after: Position | undefined;
  do {
    const page = await queries.listProducts({ ...selection, visibility: 'full', page: { limit: PAGE_SIZE, after } });
    yield page.items as readonly Json<ProductView>[];
    after = page.next ?? undefined;
  } while (after !== undefined);
}

/** The SKU of the parent whose variants are selected. */
const selectedParentSku = async (queries: CatalogQueries, { filter }: Selection): Promise<string | null> => {
  const id = filter.parent_id;
  const found = id === undefined ? undefined : await queries.findProduct(id as ProductId, 'full');
  return found === undefined ? null : Json.parse(found.view).sku;
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
  type: string,
): AsyncGenerator<FilePart> {
  const { header, page: toLines } = FORMATS[type] ?? { header: '', page: () => '' };
  const parentSku = await selectedParentSku(queries, selection);
  let text = header;
  for await (const products of pagesOf(queries, selection)) {
    let rows = products.length;
    for (const product of products) {
      text += toLines([withParentSku(product, parentSku)]);
      // an import needs the parent before its variants
      for await (const variants of variantsOf(queries, product)) {
        text += toLines(variants);
        rows += variants.length;
      }
    }
    yield { text, products: products.length, rows };
    text = '';
  }
}

/** The text of a file. */
export async function* textOf(file: AsyncIterable<FilePart>): AsyncGenerator<string> {
  for await (const { text } of file) yield text;
}
