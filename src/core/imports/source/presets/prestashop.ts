import { headerError } from '../../header-error.ts';
import { imageLines, lines, type Preset, type Translate, translate, withCells } from './preset.ts';

/** Products of PrestaShop: the files of its import, and the export of its list. */
export const prestashop: Preset = {
  recognisedBy: [
    ['name', 'categories x y z', 'reference'],
    ['product id', 'reference', 'price tax excl', 'price tax incl'],
    ['product id', 'attribute name type position', 'value value position'],
  ],
  columns: {
    'product id': 'source_id',
    id: 'source_id',
    'active 0 1': 'published',
    status: 'published',
    name: 'name',
    'categories x y z': 'category',
    category: 'category',
    'price tax incl': 'price',
    'price tax included': 'price',
    'price tax excluded': 'net_price',
    'wholesale price': 'cost',
    'discount amount': 'discount_amount',
    'discount percent': 'discount_percent',
    'discount from yyyy mm dd': 'sale_dates',
    'discount to yyyy mm dd': 'sale_dates',
    reference: 'sku',
    manufacturer: 'vendor',
    ean13: 'barcode',
    upc: 'barcode',
    mpn: 'metadata.mpn',
    weight: 'weight_kg',
    quantity: 'stock',
    summary: 'short_description',
    'short description': 'short_description',
    description: 'description',
    'tags x y z': 'tags',
    'meta title': 'seo_title',
    'meta description': 'seo_description',
    'url rewritten': 'slug',
    'available for order 0 no 1 yes': 'for_sale',
    'show price 0 no 1 yes': 'for_sale',
    'image urls x y z': 'images',
    'image alt texts x y z': 'image_alt',
    image: 'images',
    'feature name value position': 'features',
    'out of stock action': 'backorder',
    'unit price': 'unit_price',
    'value value position': 'combination',
  },
  open: (fields) => {
    if (fields.has('combination')) throw headerError([{ path: [1], code: 'csv.header', message: COMBINATIONS }]);
    return toItem;
  },
};

const COMBINATIONS =
  'is of combinations, which name products by numbers of PrestaShop and have no prices: import variants with a file of ' +
  'their own, with the columns sku, parent_sku, options.<name> and price';

const toItem: Translate = (row) => {
  const { net_price: net, price, discount_amount: amount, discount_percent: percent, ...cells } = row.cells;
  const isForSale = !(cells['for_sale'] ?? '').split('\n').includes('0');
  const categories = (cells['category'] ?? '').split(',').map((path) =>
    path
      .split('/')
      .map((level) => level.trim())
      .filter((level) => level !== 'Home')
      .join(' > '),
  );
  return translate(
    row,
    withCells(cells, {
      ...featuresOf(cells['features'] ?? ''),
      price: price ?? net,
      description: cells['description'] ?? cells['short_description'],
      category: lines(categories.toSorted((a, b) => b.split(' > ').length - a.split(' > ').length)),
      images: imageLines(cells['images']),
      published: isForSale ? cells['published'] : '0',
      backorder: cells['backorder'] === '1' ? '1' : undefined,
      losses: [
        price === undefined && net !== undefined ? 'net_price' : '',
        [amount, percent].some((each) => each !== undefined && Number(each) !== 0) ? 'discount' : '',
        cells['unit_price'] === undefined || Number(cells['unit_price']) === 0 ? '' : 'unit_price',
      ]
        .filter(Boolean)
        .join('\n'),
    }),
  );
};

/** `Colour:blue:1,Size:M:2`. */
const featuresOf = (cell: string): Record<string, string> =>
  Object.fromEntries(
    cell.split(',').flatMap((feature) => {
      const [name = '', value = ''] = feature.split(':').map((part) => part.trim());
      return name === '' || value === '' ? [] : [[`attributes.${name}`, value]];
    }),
  );
