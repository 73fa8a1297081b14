import { imageLines, type Preset, translate, unnamed, withCells } from './preset.ts';

/** The first of paths that are separated by commas; one with a comma is in quotes. */
const firstPath = (cell: string): string => {
  const [, quoted, plain] = /^\s*(?:"([^"]*)"|([^,\n]*))/.exec(cell) ?? [];
  return (quoted ?? plain ?? '').trim();
};

/** A feed for Google Merchant Center. */
export const google: Preset = {
  recognisedBy: [['id', 'title', 'link', 'image link', 'availability']],
  decimal: '.',
  isNamedBySku: true,
  columns: {
    id: 'sku',
    title: 'name',
    description: 'description',
    summary: 'description',
    content: 'description',
    link: 'slug',
    'image link': 'images',
    'additional image link': 'images',
    'additional image links': 'images',
    availability: 'availability',
    price: 'price',
    'sale price': 'sale_price',
    'sale price effective date': 'sale_dates',
    gtin: 'barcode',
    mpn: 'metadata.mpn',
    brand: 'vendor',
    'item group id': 'group',
    color: 'options.color',
    size: 'options.size',
    material: 'options.material',
    pattern: 'options.pattern',
    'google product category': 'metadata.google_product_category',
    'product type': 'category',
    'shipping weight': 'weight',
    'tax category': 'tax_category',
    'cost of goods sold': 'cost',
    'unit pricing measure': 'unit_price',
  },
  open: () => (row) => {
    const { images: addresses, slug, group, unit_price: unitPrice, ...others } = row.cells;
    const images = imageLines(addresses);
    const cells = withCells(others, {
      group,
      images,
      // each variant has images of its own
      variant_images: group === undefined ? undefined : images,
      slug,
      category: firstPath(others['category'] ?? ''),
      losses: unitPrice === undefined ? undefined : 'unit_price',
      backorder: /backorder|preorder/.test(others['availability'] ?? '') ? '1' : undefined,
    });
    return cells['sku'] === undefined ? unnamed(row, cells, 'sku') : translate(row, cells);
  },
};
