import type { Options, SourceItem, SourceRow } from '../source-row.ts';
import { lines, type Preset, withCells } from './preset.ts';

const kindOf = ({ cells }: SourceRow): string => (cells['row_kind'] ?? 'product').trim().toLowerCase();

/** A row below a product describes a variant of it, or an image. */
const open = () => {
  let product = '';
  return (row: SourceRow): SourceItem | undefined => {
    const kind = kindOf(row);
    const { cells: former } = row;
    const calculated = former['calculated_price'];
    const cells = withCells(former, {
      // the calculated price is the reduced one already
      price: calculated ?? former['price'],
      sale_price: calculated === undefined ? positive(former['sale_price']) : undefined,
      category: lines(categoriesIn(former['category'] ?? '')),
      cost: positive(former['cost']),
      images: imagesIn(former['images']),
      published: former['for_sale'] === 'N' ? 'N' : former['published'],
      track_stock: former['track_stock'] === 'none' || former['track_stock'] === 'N' ? 'no' : undefined,
      ...fieldsIn(former['custom_fields'] ?? ''),
    });
    if (kind === 'product') {
      // its SKU may be that of another product, too
      product = `line ${row.line}`;
      return { ...row, cells, role: 'product', keys: [product], options: {} };
    }
    if (kind === 'image') return { ...row, cells, role: 'images', keys: [product], options: {} };
    if (kind !== 'variant' && kind !== 'sku') return undefined;
    const { name: _name, slug: _slug, category: _category, ...own } = cells;
    const variantImages = own['variant_images'];
    return {
      ...row,
      cells: variantImages === undefined ? own : { ...own, images: variantImages },
      role: 'variant',
      keys: [product],
      options: packedOptions(former['packed_options'] ?? former['name'] ?? ''),
    };
  };
};

const positive = (cell: string | undefined): string | undefined =>
  cell === undefined || Number(cell) === 0 ? undefined : cell;

/** `Apparel/Shirts;Sale`, with `\\/` for a slash within a name; or labelled: `Category Name: A, Category Path: B/A|…`. */
const categoriesIn = (cell: string): string[] => {
  if (!cell.includes('Category Name:')) return cell.split(';').map(pathOf);
  return cell.split(/\|(?=Category (?:Name|ID):)/).map((part) => {
    const [, path] = /Category Path:\s*(.*)$/s.exec(part) ?? [];
    const [, name = ''] = /Category Name:\s*(.*)$/s.exec(part) ?? [];
    return path === undefined ? name.trim() : pathOf(path);
  });
};

const pathOf = (path: string): string =>
  path
    .split(/(?<!\\)\//)
    .map((level) => level.replaceAll('\\/', '/').trim())
    .filter((level) => level !== '')
    .join(' > ');

/** `Product Image File: a.jpg, Product Image URL: https://…|…`. */
const imagesIn = (cell: string | undefined): string | undefined => {
  if (cell === undefined || !cell.includes('Product Image URL:')) return cell;
  return lines([...cell.matchAll(/Product Image URL:\s*(.*?)(?=\s*(?:\||$))/gs)].map(([, address = '']) => address));
};

/** `Name=value;Name=value`; a value with a semicolon is quoted as a whole. */
const fieldsIn = (cell: string): Record<string, string> =>
  Object.fromEntries(
    [...cell.matchAll(/"([^"=]+)=([^"]*)"|([^;="]+)=([^;]*)/g)].flatMap(([, quotedName, quoted, name, value]) => {
      const [field, text] = [(quotedName ?? name ?? '').trim(), (quoted ?? value ?? '').trim()];
      return field === '' || text === '' ? [] : [[`attributes.${field}`, text]];
    }),
  );

/** `Type=Rectangle|Name=Colour|Value=RedType=…`, or `[S]Colour=Red,[S]Size=M`. */
const packedOptions = (cell: string): Options => {
  const pairs = cell.includes('Name=')
    ? [...cell.matchAll(/Name=(.*?)\|Value=(.*?)(?=\|?Type=[^|]*\|Name=|$)/g)]
    : [...cell.matchAll(/\[[A-Z]+\]([^=]+)=(.*?)(?=,\[|$)/g)];
  return Object.fromEntries(
    pairs.map(([, name = '', value = '']) => [name.trim(), value.replace(/\[.*\]$/, '').trim()]),
  );
};

/** Products exported from BigCommerce, in its three formats. */
export const bigcommerce: Preset = {
  recognisedBy: [
    ['item', 'options', 'inventory tracking', 'image url import'],
    ['item type', 'product code sku', 'product name'],
    ['product type', 'code', 'calculated price'],
  ],
  decimal: '.',
  columns: {
    item: 'row_kind',
    'item type': 'row_kind',
    id: 'source_id',
    'product id': 'source_id',
    name: 'name',
    'product name': 'name',
    sku: 'sku',
    code: 'sku',
    'product code sku': 'sku',
    options: 'packed_options',
    'inventory tracking': 'track_stock',
    'track inventory': 'track_stock',
    'product inventoried': 'track_stock',
    'current stock': 'stock',
    'current stock level': 'stock',
    'stock level': 'stock',
    price: 'price',
    'calculated price': 'calculated_price',
    'sale price': 'sale_price',
    'retail price': 'compare_at_price',
    'cost price': 'cost',
    brand: 'vendor',
    'brand name': 'vendor',
    category: 'category',
    'category details': 'category',
    images: 'images',
    'product images': 'images',
    'category string': 'category',
    description: 'description',
    'product description': 'description',
    'custom fields': 'custom_fields',
    'product custom fields': 'custom_fields',
    'page title': 'seo_title',
    'meta description': 'seo_description',
    'product url': 'slug',
    'upc ean': 'barcode',
    'product upc ean': 'barcode',
    'product upc': 'barcode',
    'global trade number': 'barcode',
    'gps global trade item number': 'barcode',
    'manufacturer part number': 'metadata.mpn',
    'gps manufacturer part number': 'metadata.mpn',
    'is visible': 'published',
    'product visible': 'published',
    'allow purchases': 'for_sale',
    'variant image url': 'variant_images',
    'image url import': 'images',
    'image url export': 'images',
    'internal image url export': 'images',
    'product tax class': 'tax_category',
    weight: 'weight',
    'product weight': 'weight',
  },
  patterns: [[/^product image (?:file|url) \d+$/, 'images']],
  open,
};
