import { addressesIn } from '../images.ts';
import { keyOf, type Options } from '../source-row.ts';
import { lines, type Preset, unnamed, withCells } from './preset.ts';

/** Products exported from Magento 2 and Adobe Commerce. */
export const magento: Preset = {
  recognisedBy: [['sku', 'attribute set code', 'product type']],
  decimal: '.',
  isNamedBySku: true,
  columns: {
    sku: 'sku',
    'store view code': 'store_view',
    'product type': 'row_kind',
    categories: 'category',
    name: 'name',
    description: 'description',
    'short description': 'short_description',
    weight: 'weight',
    'product online': 'published',
    'tax class name': 'tax_category',
    visibility: 'visibility',
    price: 'price',
    'special price': 'sale_price',
    'special price from date': 'sale_dates',
    'special price to date': 'sale_dates',
    'url key': 'slug',
    'meta title': 'seo_title',
    'meta description': 'seo_description',
    'base image': 'images',
    'additional images': 'images',
    'additional attributes': 'attribute_pairs',
    qty: 'stock',
    'allow backorders': 'backorder',
    'use config backorders': 'default_backorder',
    'manage stock': 'track_stock',
    'use config manage stock': 'default_track_stock',
    'configurable variations': 'packed_options',
    'bundle values': 'bundle',
    'associated skus': 'bundle',
    'custom options': 'custom_options',
    'downloadable links': 'downloads',
  },
  open: () => (row) => {
    const { cells } = row;
    const { sku, row_kind: kind = '', visibility = '' } = cells;
    if (sku === undefined) return unnamed(row, cells, 'sku');
    if (cells['store_view'] !== undefined)
      return { ...row, cells: { losses: 'translation' }, role: 'images', keys: [keyOf(sku)], options: {} };
    const isPart = /not visible/i.test(visibility);
    const pairs = pairsOf(cells['attribute_pairs'] ?? '');
    const { ean, gtin, upc, barcode, manufacturer, brand, cost, ...others } = pairs;
    const losses = ['bundle', 'custom_options', 'downloads'].filter((name) => cells[name] !== undefined);
    const isBundle = /bundle|grouped/.test(kind);
    const item = withCells(cells, {
      ...Object.fromEntries(Object.entries(others).map(([name, value]) => [`attributes.${name}`, value])),
      description: cells['description'] ?? cells['short_description'],
      category: lines(pathsOf(cells['category'] ?? '')),
      images: lines(addressesIn(cells['images'] ?? '').filter((path) => path !== 'no_selection')),
      tax_category: cells['tax_category'] === 'None' ? undefined : cells['tax_category'],
      barcode: ean ?? gtin ?? upc ?? barcode,
      vendor: manufacturer ?? brand,
      cost,
      published: isBundle ? '0' : cells['published'],
      backorder: cells['default_backorder'] === '1' ? undefined : cells['backorder'],
      track_stock: cells['default_track_stock'] === '1' ? undefined : cells['track_stock'],
      orphan: isPart ? 'yes' : undefined,
      losses: [...losses, isBundle ? 'bundle' : ''].filter(Boolean).join('\n'),
    });
    const claims = claimsOf(cells['packed_options'] ?? '');
    return { ...row, cells: item, role: 'product', keys: [keyOf(sku)], options: {}, claims };
  },
};

const NAME = '[a-z][a-z0-9_]*';

/** `color=Red,care=Wash cold, dry flat`: a comma separates where a name follows. */
const pairsOf = (cell: string): Record<string, string> =>
  Object.fromEntries(
    cell.split(new RegExp(`,(?=${NAME}=)`, 'i')).flatMap((pair) => {
      const at = pair.indexOf('=');
      const value = pair
        .slice(at + 1)
        .replace(/^"(.*)"$/s, '$1')
        .trim();
      return at <= 0 || value === '' ? [] : [[pair.slice(0, at).trim(), value]];
    }),
  );

/** `sku=A,color=Red|sku=B,color=Blue`. */
const claimsOf = (cell: string): Record<string, Options> =>
  Object.fromEntries(
    cell.split('|').flatMap((part) => {
      const { sku, ...options } = pairsOf(part);
      return sku === undefined ? [] : [[sku, options]];
    }),
  );

/** Without the root, which every path begins with. */
const pathsOf = (cell: string): string[] =>
  cell
    .split(/[,|](?=[^/,|]+(?:\/|$))/)
    .map((path) =>
      path
        .split(/\/(?=(?:[^"]*"[^"]*")*[^"]*$)/)
        .slice(1)
        .map((level) => level.replaceAll('"', '').trim())
        .join(' > '),
    )
    .filter((path) => path !== '')
    // the longest says most
    .toSorted((a, b) => b.split(' > ').length - a.split(' > ').length);
