import { ProductPage } from '#core/shop/product-page.ts';
import type { CategoryId } from '../category.ts';
import { gtinOf } from '../gtin.ts';
import { Medium } from '../media.ts';
import { Product } from '../product.ts';
import { dimensionsOf } from './dimensions.ts';
import { distinctName, plainDescription, shortened } from './published-text.ts';

// The lengths and values of Google's product data specification.

const MAX_TITLE = 150;
const MAX_DESCRIPTION = 5_000;
const MAX_BRAND = 70;
const MAX_PRODUCT_TYPE = 750;
const MAX_DIMENSION = 100;
const MAX_ADDITIONAL_IMAGES = 10;

export type ItemContext = Readonly<{
  /** A template of the addresses of products. */
  pageUrl: string;
  /** The names of a category and those above it, from the top. */
  categoryPath: (id: CategoryId) => readonly string[];
}>;

/** The attributes of an item of a feed for Google, some of them several times, in the order of the feed. */
export type GoogleItem = readonly (readonly [attribute: string, value: string])[];

type Attribute = GoogleItem[number];

/** The item of a product on sale. `parent`: the product of which it is a variant. */
export const googleItem = (
  product: Product,
  parent: Product | null,
  { pageUrl, categoryPath }: ItemContext,
): GoogleItem => {
  const title = shortened(distinctName(product, parent), MAX_TITLE);
  const description =
    plainDescription(product, MAX_DESCRIPTION) ?? (parent && plainDescription(parent, MAX_DESCRIPTION));
  const [image, ...images] = Medium.urlsOf(product.media);
  return [
    ['id', product.id],
    ['title', title],
    ['description', description ?? title],
    ['link', ProductPage.addressOf(pageUrl, product)],
    ...optional('image_link', image),
    ...images.slice(0, MAX_ADDITIONAL_IMAGES).map((url): Attribute => ['additional_image_link', url]),
    ['availability', Product.isAvailable(product) ? 'in_stock' : 'out_of_stock'],
    ...pricesOf(product),
    ['condition', 'new'],
    ...identifiersOf(product, parent),
    ...optional('item_group_id', parent?.id),
    ...[...dimensionsOf(product)].map(([name, value]): Attribute => [name, shortened(value, MAX_DIMENSION)]),
    ...productType(product, categoryPath),
    ...weightOf(product),
  ];
};

const optional = (name: string, value: string | undefined): Attribute[] => (value === undefined ? [] : [[name, value]]);

/** Google's price is the one before a reduction. */
const pricesOf = ({ price, compareAtPrice }: Product): Attribute[] => {
  const text = (amount: Product['price']): string => `${amount.toDecimal()} ${amount.currency}`;
  return compareAtPrice !== null && compareAtPrice.compare(price) > 0
    ? [
        ['price', text(compareAtPrice)],
        ['sale_price', text(price)],
      ]
    : [['price', text(price)]];
};

const identifiersOf = (product: Product, parent: Product | null): Attribute[] => {
  const gtin = gtinOf(product.barcode);
  const vendor = product.vendor ?? parent?.vendor ?? null;
  return [
    ...(vendor === null ? [] : [['brand', shortened(vendor, MAX_BRAND)] as const]),
    gtin === null ? ['identifier_exists', 'no'] : ['gtin', gtin],
  ];
};

const productType = ({ category }: Product, categoryPath: ItemContext['categoryPath']): Attribute[] => {
  const path = category === null ? [] : categoryPath(category.id);
  return path.length === 0 ? [] : [['product_type', shortened(path.join(' > '), MAX_PRODUCT_TYPE)]];
};

const weightOf = ({ weight, weightUnit }: Product): Attribute[] =>
  weight === null || weight === 0 ? [] : [['shipping_weight', `${weight} ${weightUnit}`]];
