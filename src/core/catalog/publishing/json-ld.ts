import { ProductPage } from '#core/shop/product-page.ts';
import { gtinOf } from '../gtin.ts';
import { Medium } from '../media.ts';
import { Product } from '../product.ts';
import type { WeightUnit } from '../product-fields.ts';
import { type Dimension, dimensionOf, dimensionsOf } from './dimensions.ts';
import { distinctName, plainDescription } from './published-text.ts';

const MAX_DESCRIPTION = 5_000;

/** The codes of UN/CEFACT Recommendation 20. */
const UNIT_CODES = { g: 'GRM', kg: 'KGM', oz: 'ONZ', lb: 'LBR' } as const satisfies Record<WeightUnit, string>;

/** An object of JSON-LD; members that are undefined are left out. */
type Node = Readonly<Record<string, unknown>>;

/** A product with its parent, if it is a variant, and with its variants on sale, as structured data of schema.org. */
export type PublishedFamily = Readonly<{ product: Product; parent: Product | null; variants: readonly Product[] }>;

/** @param pageUrl The template of the addresses of products, if there is one. */
export const productJsonLd = ({ product, parent, variants }: PublishedFamily, pageUrl: string | null): Node => {
  const context = { '@context': 'https://schema.org' };
  if (variants.length > 0) return { ...context, ...groupNode(product, variants, pageUrl) };
  const group =
    parent === null ? {} : { isVariantOf: { '@type': 'ProductGroup', ...identityOfGroup(parent, pageUrl) } };
  return { ...context, ...productNode(product, parent, pageUrl), ...group };
};

const groupNode = (product: Product, variants: readonly Product[], pageUrl: string | null): Node => ({
  '@type': 'ProductGroup',
  ...identityOfGroup(product, pageUrl),
  ...commonMembers(product),
  variesBy: dimensionsOfAll(variants).map((dimension) => `https://schema.org/${dimension}`),
  hasVariant: variants.map((variant) => ({
    ...productNode(variant, product, pageUrl),
    inProductGroupWithID: groupId(product),
  })),
});

const groupId = ({ sku, id }: Product): string => sku ?? id;

const identityOfGroup = (product: Product, pageUrl: string | null): Node => ({
  productGroupID: groupId(product),
  name: product.name,
  url: addressOf(product, pageUrl),
});

const addressOf = (product: Product, pageUrl: string | null): string | undefined =>
  pageUrl === null ? undefined : ProductPage.addressOf(pageUrl, product);

const dimensionsOfAll = (variants: readonly Product[]): readonly Dimension[] => [
  ...new Set(variants.flatMap(({ options }) => Object.keys(options)).flatMap((name) => dimensionOf(name) ?? [])),
];

const productNode = (product: Product, parent: Product | null, pageUrl: string | null): Node => ({
  '@type': 'Product',
  productID: product.id,
  name: distinctName(product, parent),
  url: addressOf(product, pageUrl),
  ...commonMembers(product),
  sku: product.sku ?? undefined,
  gtin: gtinOf(product.barcode) ?? undefined,
  weight: weightOf(product),
  ...Object.fromEntries(dimensionsOf(product)),
  additionalProperty: furtherProperties(product),
  offers: offerOf(product, pageUrl),
});

/** What a group has as well as a product. */
const commonMembers = (product: Product): Node => ({
  description: plainDescription(product, MAX_DESCRIPTION) ?? undefined,
  image: product.media.length === 0 ? undefined : Medium.urlsOf(product.media),
  brand: product.vendor === null ? undefined : { '@type': 'Brand', name: product.vendor },
  category: product.category?.name,
});

const weightOf = ({ weight, weightUnit }: Product): Node | undefined =>
  weight === null ? undefined : { '@type': 'QuantitativeValue', value: weight, unitCode: UNIT_CODES[weightUnit] };

const furtherProperties = ({ options, attributes }: Product): readonly Node[] | undefined => {
  const further = Object.entries({ ...attributes, ...options }).filter(([name]) => dimensionOf(name) === undefined);
  if (further.length === 0) return undefined;
  return further.map(([name, value]) => ({ '@type': 'PropertyValue', name, value }));
};

const offerOf = (product: Product, pageUrl: string | null): Node => {
  const { price, compareAtPrice } = product;
  const isReduced = compareAtPrice !== null && compareAtPrice.compare(price) > 0;
  return {
    '@type': 'Offer',
    url: addressOf(product, pageUrl),
    price: price.toDecimal(),
    priceCurrency: price.currency,
    availability: `https://schema.org/${Product.isAvailable(product) ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    priceSpecification: isReduced
      ? {
          '@type': 'UnitPriceSpecification',
          priceType: 'https://schema.org/StrikethroughPrice',
          price: compareAtPrice.toDecimal(),
          priceCurrency: price.currency,
        }
      : undefined,
  };
};

/** The text of JSON-LD, which may stand in a `script` element: no `<` of a product's texts ends it or begins a comment. */
export const jsonLdText = (node: Node): string => JSON.stringify(node).replaceAll('<', '\\u003c');
