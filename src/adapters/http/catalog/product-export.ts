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

/** A listed product and the ids of its variants, which are shown with it in short. */
type Family = Readonly<{ product: ProductJson; id: string; sku: string | null; variantIds: readonly ProductId[] }>;

const familyOf = (product: ProductJson): Family => {
  // most products have none, and are not parsed
  if (!product.includes('"variants":')) return { product, id: '', sku: null, variantIds: [] };
  const { id, sku, variants = [] } = Json.parse(product);
  return { product, id, sku, variantIds: variants.map((variant) => variant.id) };
};

/** Bounds the memory of a page of products with many variants. */
const MAX_VARIANTS_READ = 100;

/** Groups of products whose variants are read together. */
function* groupsOf(families: readonly Family[]): Generator<readonly Family[]> {
  let group: Family[] = [];
  let variants = 0;
  for (const family of families) {
    variants += family.variantIds.length;
    if (variants > MAX_VARIANTS_READ) {
      yield group;
      [group, variants] = [[], family.variantIds.length];
    }
    group.push(family);
  }
  yield group;
}

/** The products, each followed by its variants: an import needs the parent before them. */
const withVariants = async (queries: CatalogQueries, families: readonly Family[]): Promise<ProductJson[]> => {
  const ids = families.flatMap(({ variantIds }) => variantIds);
  const found = ids.length === 0 ? new Map<ProductId, Json<ProductView>>() : await queries.findProducts(ids);
  return families.flatMap(({ product, id, sku, variantIds }) => {
    const variants = variantIds.flatMap((variantId) => found.get(variantId) ?? []);
    // one may have been given to another parent meanwhile
    const own = variants.filter((variant) => variant.includes(`"parent_id":"${id}"`));
    return [product, ...own.map((variant) => withParentSku(variant, sku))];
  });
};

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
  for await (const page of pagesOf(queries, selection)) {
    const families = page.map((product) => familyOf(withParentSku(product, parentSku)));
    for (const group of groupsOf(families)) {
      const rows = await withVariants(queries, group);
      yield { text: text + toLines(rows), products: group.length, rows: rows.length };
      text = '';
    }
  }
}

/** The text of a file. */
export async function* textOf(file: AsyncIterable<FilePart>): AsyncGenerator<string> {
  for await (const { text } of file) yield text;
}
