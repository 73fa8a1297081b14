import { createdFilters, describeList, type FilterOf, idFilter, idsFilter, type SortOf } from '#core/shared/list.ts';
import type { ResourceView } from '#core/shared/resource.ts';
import type { CategoryId } from './category.ts';
import { Medium } from './media.ts';
import { DEFAULT_LOW_STOCK, Product } from './product.ts';
import { type InheritableField, type PlainFields, PRODUCT_STATUSES } from './product-fields.ts';
import { type PublicVariantView, type VariantView, variantViews } from './variant.ts';

/** A product as the API and its events show it to readers with `products:read`. */
export type ProductView = ResourceView<Product, 'product'> &
  PlainFields &
  Readonly<{
    name: string;
    slug: string;
    /** Major units. */
    price: number;
    /** Major units. */
    compare_at_price: number | null;
    /** Major units. */
    cost: number | null;
    currency: string;
    /** The category's label. */
    category: string | null;
    category_id: CategoryId | null;
    images: readonly string[];
    media: readonly Medium[];
    available: boolean;
  }> &
  Partial<InheritanceView & FamilyView & ReductionView>;

/** What a variant shows besides: the fields whose values are those of its parent. */
export type InheritanceView = Readonly<{ inherited: readonly InheritableField[] }>;

/** What a product with variants shows besides. */
export type FamilyView = PriceRangeView & Readonly<{ variants: readonly VariantView[] }>;

/** What a reduced product shows besides: the lowest published price of the 30 days before the reduction; major units. */
export type ReductionView = Readonly<{ lowest_price_30d: number }>;

/** The lowest and the highest price of its active variants, or its own; major units. */
export type PriceRangeView = Readonly<{ price_min: number; price_max: number }>;

type PrivateField = 'cost' | 'stock' | 'low_stock_threshold' | 'metadata' | 'version';

/** A product as everybody may see it. Its version would tell how often its stock changed: how many orders it has. */
export type PublicProductView = Omit<ProductView, PrivateField | 'variants'> & Partial<PublicFamilyView>;

type PublicFamilyView = PriceRangeView & Readonly<{ variants: readonly PublicVariantView[] }>;

export const productView = (product: Product): ProductView => ({
  id: product.id,
  object: 'product',
  version: product.version,
  ...Product.fieldsOf(product),
  images: Medium.urlsOf(product.media),
  media: product.media,
  category: product.category?.name ?? null,
  available: Product.isAvailable(product),
  created_at: product.createdAt.toISOString(),
  updated_at: product.updatedAt.toISOString(),
  // what only some products show comes last
  ...(product.parentId === null ? {} : { inherited: product.inherited }),
  ...(product.variants.length === 0 ? {} : familyView(product)),
  ...(product.lowestPrice30d === null ? {} : { lowest_price_30d: product.lowestPrice30d.toNumber() }),
});

const familyView = (product: Product): FamilyView => ({
  variants: variantViews(product.variants, Product.isOnSale(product)),
  ...priceRangeView(product),
});

export const priceRangeView = (product: Product): PriceRangeView => {
  const [minimum, maximum] = Product.priceRange(product);
  return { price_min: minimum.toNumber(), price_max: maximum.toNumber() };
};

export const publicProductView = (product: Product): PublicProductView => {
  const {
    cost: _cost,
    stock: _stock,
    low_stock_threshold: _threshold,
    metadata: _metadata,
    version: _version,
    ...shown
  } = productView(product);
  if (shown.variants === undefined) return shown;
  // in the place of all variants
  return { ...shown, variants: shown.variants.filter(({ status }) => status === 'active').map(publicVariantView) };
};

const publicVariantView = ({ status: _status, stock: _stock, ...shown }: VariantView): PublicVariantView => shown;

/** What lists filter by and do not show. */
type Listed = ProductView & Readonly<{ low_stock: boolean; tag: string }>;

/** The filters and sorts of the product list. */
export const productList = describeList<Listed>()({
  filters: {
    q: {
      kind: 'full_text',
      maxLength: 200,
      description:
        'Products with these words in name, SKU, barcode, category, vendor, attributes, tags or description, the ' +
        'best match first, at most 1,000 unless there is a `sort`. If fewer than ten have all words, those that ' +
        'lack one are found too, and if there are none of these, those with any; with a `sort`, only if none has all. Case, accents and other forms ' +
        'of a word do not matter, nor do a wrong letter of a longer word, or two of one of eight letters; the ' +
        'last word may be the beginning of one. Words in quotes are found as they are, and a word after a minus ' +
        'is not found. `meta` says what became of the words.',
      example: 'linen shi',
    },
    category: {
      kind: 'any_of',
      field: 'category',
      format: { type: 'label', maxLength: 100 },
      maxItems: 20,
      description:
        'Products in the categories with this label, or in the category of this id, and in those below; repeat the ' +
        'parameter for any of several.',
    },
    vendor: {
      kind: 'equals',
      field: 'vendor',
      format: { type: 'label', maxLength: 100 },
      description: 'Products of this vendor; case makes no difference.',
    },
    tag: {
      kind: 'any_of',
      field: 'tag',
      format: { type: 'label', maxLength: 60 },
      maxItems: 20,
      description: 'Products with this tag; repeat it for any of several. Case makes no difference.',
    },
    price_min: {
      kind: 'minimum',
      field: 'price_max',
      description: 'Products whose price, or that of a variant, is at least this, in major units.',
      example: '10',
    },
    price_max: {
      kind: 'maximum',
      field: 'price_min',
      description: 'Products whose price, or that of a variant, is at most this, in major units.',
      example: '49.90',
    },
    currency: {
      kind: 'equals',
      field: 'currency',
      format: { type: 'currency' },
      description: 'Products priced in this currency.',
    },
    sku: {
      kind: 'equals',
      field: 'sku',
      format: { type: 'label', maxLength: 100 },
      description: 'The product with this SKU.',
    },
    slug: {
      kind: 'equals',
      field: 'slug',
      format: { type: 'label', maxLength: 300 },
      description: 'The product that has this slug, or else the last one that had it.',
    },
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: PRODUCT_STATUSES },
      description: 'Products with this status; without `products:read` only active products are listed.',
    },
    stock_max: {
      kind: 'maximum',
      field: 'stock',
      description: 'Products of which at most this quantity is in stock, or of a variant; requires `products:read`.',
      example: '5',
    },
    low_stock: {
      kind: 'is',
      field: 'low_stock',
      description:
        'Whether little is left of a product on sale, or of a variant on sale: at most its `low_stock_threshold`, or ' +
        `${DEFAULT_LOW_STOCK} without one; requires \`products:read\`.`,
    },
    parent_id: idFilter('parent_id', 'prod', 'The variants of this product. Without it, the list has no variants.'),
    available: { kind: 'is', field: 'available', description: 'Whether the product can be bought now.' },
    ...idsFilter('Products', 'prod'),
    ...createdFilters('Products'),
    updated_from: { kind: 'from', field: 'updated_at', description: 'Products last updated at this time or later.' },
    attributes: {
      kind: 'contains',
      field: 'attributes',
      description: 'Products whose attribute of this name has this value.',
    },
  },
  sorts: ['created_at', 'price', 'name', 'updated_at'],
  collated: ['name'],
  sortedBy: { price: 'price_min' },
  defaultSort: { by: 'created_at', descending: true },
});

export type ProductFilter = FilterOf<typeof productList>;

export type ProductSort = SortOf<typeof productList>;
