import { Medium } from '#core/catalog/media.ts';
import type { Product, ProductId } from '#core/catalog/product.ts';
import type { ProductBatch } from '#core/catalog/steps/product-batch.ts';
import { ImageFetch } from '../image-fetch.ts';
import type { ImportId } from '../import.ts';
import type { FileRow, RowFields } from '../import-row.ts';
import type { ImportsTx } from '../ports.ts';

/** The images of rows that are fetched from elsewhere. */
export type RowImages = Readonly<{
  /** The row with its images as its product shows them: what was fetched before, and the rest from where it is. */
  resolve: (product: Product | undefined, row: RowFields) => RowFields;
  /** Has the images of a row that was stored fetched, unless they were before. */
  note: (id: ProductId, row: RowFields, line: number) => void;
  /** Writes what is to be fetched and returns its number. */
  write: (of: Readonly<{ importId: ImportId; at: Date }>) => Promise<number>;
}>;

type Known = Pick<ImageFetch, 'status' | 'imageUrl'>;

/** Reads what was fetched before for the products of rows. */
export const openRowImages = async (
  tx: ImportsTx,
  batch: ProductBatch,
  rows: readonly FileRow<RowFields>[],
): Promise<RowImages> => {
  const known = new Map<string, Known>();
  const ids = rows.flatMap((row) => (row.kind === 'row' ? idsOf(batch, row.fields) : []));
  if (ids.length > 0) for (const each of await tx.imageFetches.listOf(ids)) known.set(keyOf(each), each);
  const noted = new Map<string, Omit<Parameters<typeof ImageFetch.start>[0], 'importId'>>();
  return {
    resolve: (product, { image_sources: sources, image_alts: alts, ...row }) => {
      if (sources === undefined) return alts === undefined ? row : withAlts(row, alts ?? {}, product);
      const shown = sources.flatMap((source) => {
        const url = shownUrl(source, product && known.get(keyOf({ productId: product.id, source })));
        return url === undefined ? [] : [[url, alts?.[source] ?? null] as const];
      });
      // two addresses may lead to one image
      const images = [...new Set(shown.map(([url]) => url))];
      const texts = Object.fromEntries([...shown].reverse());
      return alts === undefined ? { ...row, images } : withAlts({ ...row, images }, texts, product);
    },
    note: (productId, { image_sources: sources = [] }, line) => {
      for (const source of sources) {
        const key = keyOf({ productId, source });
        if (!known.has(key)) noted.set(key, { productId, source, line });
      }
    },
    write: async ({ importId, at }) => {
      const fetches = [...noted.values()].map((each) => ImageFetch.start({ ...each, importId }, at));
      if (fetches.length > 0) await tx.imageFetches.addMany(fetches);
      return fetches.length;
    },
  };
};

const keyOf = ({ productId, source }: Pick<ImageFetch, 'productId' | 'source'>): string => `${productId} ${source}`;

/** The stored product of a row with images. */
const idsOf = (batch: ProductBatch, { image_sources: sources, id, sku }: RowFields): readonly ProductId[] => {
  if (sources === undefined) return [];
  const product = (id == null ? undefined : batch.byId(id)) ?? (sku == null ? undefined : batch.bySku(sku));
  return product === undefined ? [] : [product.id];
};

/** Undefined for an image that failed. */
const shownUrl = (source: string, fetch: Known | undefined): string | undefined => {
  if (fetch === undefined || fetch.status === 'pending') return ImageFetch.shownUrl(source);
  return fetch.imageUrl ?? undefined;
};

/** With the texts of the images of the row, or else of the product. */
const withAlts = (
  { images, ...row }: RowFields,
  alts: Readonly<Record<string, string | null>>,
  product: Product | undefined,
): RowFields => {
  const urls = images === undefined ? Medium.urlsOf(product?.media ?? []) : (images ?? []);
  return { ...row, media: urls.map((url) => ({ url, alt: alts[url] ?? null })) };
};
