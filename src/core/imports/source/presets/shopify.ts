import { keyOf, type SourceRow } from '../source-row.ts';
import { optionsOf, type Preset, rememberedNames, translate, unnamed, withCells } from './preset.ts';

/** Products exported from Shopify, with its former columns and with those of its newer template. */
export const shopify: Preset = {
  recognisedBy: [
    ['handle', 'option1 name', 'option1 value', 'variant price'],
    ['url handle', 'product image url', 'price'],
    ['handle', 'title', 'image src'],
  ],
  decimal: '.',
  columns: {
    handle: 'group',
    'url handle': 'group',
    title: 'name',
    'body html': 'description',
    body: 'description',
    description: 'description',
    vendor: 'vendor',
    'product category': 'category',
    'standard product type': 'category',
    'standardized product type': 'category',
    type: 'product_type',
    'custom product type': 'product_type',
    tags: 'tags',
    published: 'published',
    'published on online store': 'published',
    status: 'status',
    'variant sku': 'sku',
    sku: 'sku',
    'variant grams': 'weight_g',
    'variant weight': 'weight_g',
    'weight value grams': 'weight_g',
    'variant inventory tracker': 'track_stock',
    'inventory tracker': 'track_stock',
    'variant inventory qty': 'stock',
    'inventory quantity': 'stock',
    'variant inventory policy': 'backorder',
    'continue selling when out of stock': 'backorder',
    'variant price': 'price',
    price: 'price',
    'variant compare at price': 'compare_at_price',
    'compare at price': 'compare_at_price',
    'cost per item': 'cost',
    'variant barcode': 'barcode',
    'variant barcodes': 'barcode',
    barcode: 'barcode',
    'image src': 'images',
    'product image url': 'images',
    'image url': 'images',
    'image alt text': 'image_alt',
    'image alt': 'image_alt',
    'variant image': 'variant_images',
    'variant image url': 'variant_images',
    'gift card': 'gift_card',
    'seo title': 'seo_title',
    'seo description': 'seo_description',
    'variant tax code': 'tax_category',
    'tax code': 'tax_category',
    'unit price total measure': 'unit_price',
    'google shopping mpn': 'metadata.mpn',
    'google shopping manufacturer part number mpn': 'metadata.mpn',
    'google shopping google product category': 'metadata.google_product_category',
  },
  patterns: [[/^option([123]) (name|value)$/, 'option$1_$2']],
  open: (fields) => {
    const withNames = rememberedNames();
    return (row: SourceRow) => {
      const named = withNames(row.cells);
      const { group, status, gift_card: giftCard, unit_price: unitPrice } = named;
      // a variant without a tracker has a quantity of zero, and is never sold out
      const isUntracked =
        fields.has('track_stock') && named['track_stock'] === undefined && named['price'] !== undefined;
      const losses = [
        giftCard?.toLowerCase() === 'true' ? 'gift_card' : '',
        unitPrice === undefined ? '' : 'unit_price',
      ];
      const cells = withCells(named, {
        slug: group,
        category: named['category'] ?? named['product_type'],
        track_stock: isUntracked ? 'no' : undefined,
        // a product may be active and shown in no shop
        published: status === undefined || keyOf(status) === 'active' ? named['published'] : undefined,
        losses: losses.filter(Boolean).join('\n'),
      });
      return group === undefined
        ? unnamed(row, cells, 'handle')
        : translate(row, cells, withoutDefault(optionsOf(cells)));
    };
  },
};

/** A product without variants has one of this name. */
const withoutDefault = (options: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== 'Default Title'));
