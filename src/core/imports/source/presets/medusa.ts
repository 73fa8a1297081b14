import { Currency } from '#core/shared/currency.ts';
import type { Cells } from '../source-row.ts';
import { type Preset, rememberedNames, type Translate, translate, unnamed, withCells } from './preset.ts';

const columns = {
  'product id': 'source_id',
  'product handle': 'group',
  'product title': 'name',
  'product description': 'description',
  'product status': 'status',
  'product thumbnail': 'images',
  'product weight': 'product_weight',
  'product collection title': 'category',
  'product tags': 'tags',
  'product is giftcard': 'gift_card',
  'variant sku': 'sku',
  'variant barcode': 'barcode',
  'variant ean': 'barcode',
  'variant upc': 'barcode',
  'variant inventory quantity': 'stock',
  'variant allow backorder': 'backorder',
  'variant manage inventory': 'track_stock',
  'variant weight': 'weight_g',
} as const;

const open = (): Translate => {
  const withNames = rememberedNames();
  return (row) => {
    const { product_weight: weight, ...named } = withNames(row.cells);
    const { group } = named;
    const cells = withCells(named, {
      slug: group,
      weight_g: named['weight_g'] ?? weight,
      losses: named['gift_card']?.toLowerCase() === 'true' ? 'gift_card' : undefined,
    });
    return group === undefined ? unnamed(row, cells, 'handle') : translate(row, cells);
  };
};

/** Products exported from Medusa 1, whose later releases write amounts in major units. */
export const medusa1: Preset = {
  recognisedBy: [['product handle', 'option 1 name', 'variant inventory quantity']],
  columns,
  patterns: [
    [/^option (\d) (name|value)$/, 'option$1_$2'],
    [/^price ([a-z]{3})$/, 'price.$1'],
    [/^image \d+ url$/, 'images'],
  ],
  mustBeSaid: 'of Medusa 1 may have amounts in cents: say preset medusa1_cents if it has, and medusa1 otherwise',
  open,
};

/** The same of its earlier releases, whose amounts are in minor units. */
export const medusa1Cents: Preset = {
  ...medusa1,
  recognisedBy: [],
  open: () => {
    const translateRow = open();
    return (row) => translateRow({ ...row, cells: inMajorUnits(row.cells) });
  },
};

const inMajorUnits = (cells: Cells): Cells =>
  Object.fromEntries(
    Object.entries(cells).map(([field, cell]) => {
      const currency = field.slice('price.'.length).toUpperCase();
      if (!field.startsWith('price.') || !Currency.is(currency) || !/^\d+$/.test(cell)) return [field, cell];
      const decimals = Currency.exponent(currency);
      const digits = cell.padStart(decimals + 1, '0');
      return [field, decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`];
    }),
  );

/** Products exported from Medusa 2, and its template. Neither has quantities in stock. */
export const medusa2: Preset = {
  recognisedBy: [['product handle', 'variant id', 'variant option 1 name']],
  decimal: '.',
  columns,
  patterns: [
    [/^variant option (\d) (name|value)$/, 'option$1_$2'],
    [/^variant price ([a-z]{3})$/, 'price.$1'],
    [/^product image \d+(?: url)?$/, 'images'],
    [/^variant image \d+(?: url)?$/, 'variant_images'],
    [/^product tag \d+$/, 'tags'],
  ],
  open,
};
