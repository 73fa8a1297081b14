import { type Cells, keyOf, type Options } from '../source-row.ts';
import { imageLines, lines, optionsOf, type Preset, productKeys, withCells } from './preset.ts';

/** Products exported from WooCommerce by its own exporter, in English or German. */
export const woocommerce: Preset = {
  recognisedBy: [
    ['type', 'regular price', 'parent'],
    ['typ', 'regulärer preis', 'übergeordnetes produkt'],
  ],
  columns: {
    id: 'source_id',
    type: 'row_kind',
    typ: 'row_kind',
    sku: 'sku',
    artikelnummer: 'sku',
    'gtin upc ean or isbn': 'barcode',
    'gtin upc ean oder isbn': 'barcode',
    name: 'name',
    produktname: 'name',
    published: 'published',
    veröffentlicht: 'published',
    'visibility in catalog': 'visibility',
    'catalog visibility': 'visibility',
    'sichtbarkeit im katalog': 'visibility',
    'short description': 'short_description',
    kurzbeschreibung: 'short_description',
    description: 'description',
    beschreibung: 'description',
    'date sale price starts': 'sale_dates',
    'date sale price ends': 'sale_dates',
    'datum an dem angebotspreis beginnt': 'sale_dates',
    'datum an dem angebotspreis endet': 'sale_dates',
    'tax class': 'tax_category',
    steuerklasse: 'tax_category',
    'in stock': 'availability',
    vorrätig: 'availability',
    stock: 'stock',
    bestand: 'stock',
    lager: 'stock',
    lagerbestand: 'stock',
    'low stock amount': 'low_stock_threshold',
    'geringe lagermenge': 'low_stock_threshold',
    'backorders allowed': 'backorder',
    'lieferrückstande erlaubt': 'backorder',
    'lieferrückstände erlaubt': 'backorder',
    'rückstände erlaubt': 'backorder',
    'sale price': 'sale_price',
    angebotspreis: 'sale_price',
    'regular price': 'price',
    'regulärer preis': 'price',
    categories: 'category',
    kategorien: 'category',
    tags: 'tags',
    schlagwörter: 'tags',
    images: 'images',
    bilder: 'images',
    parent: 'parent',
    'übergeordnetes produkt': 'parent',
    brands: 'vendor',
    brand: 'vendor',
    marken: 'vendor',
    'cost of goods': 'cost',
    'meta yoast wpseo title': 'seo_title',
    'meta yoast wpseo metadesc': 'seo_description',
    'download 1 url': 'downloads',
  },
  patterns: [
    [/^attribute? (\d{1,2}) name$/, 'option$1_name'],
    [/^attribute? (\d{1,2}) (?:value s|wert e)$/, 'option$1_value'],
    [/^(?:weight|gewicht) (kg|g|oz)$/, 'weight_$1'],
    [/^(?:weight|gewicht) lbs?$/, 'weight_lb'],
  ],
  open: () => (row) => {
    const { row_kind: kind = 'simple', parent, visibility, category, tax_category: tax, stock, published } = row.cells;
    const kinds = keyOf(kind);
    const isVariant = kinds.includes('variation');
    const losses = [
      kinds.includes('grouped') ? 'bundle' : '',
      kinds.includes('external') ? 'external' : '',
      row.cells['downloads'] === undefined ? '' : 'downloads',
      stock === 'parent' ? 'shared_stock' : '',
    ];
    const isNoOffer = losses[0] !== '' || losses[1] !== '' || visibility === 'hidden';
    const ownStock = stock === 'parent' ? undefined : stock;
    const cells = withCells(row.cells, {
      description: unescaped(row.cells['description'] ?? row.cells['short_description']),
      published: isVariant ? (published === '0' ? '0' : '1') : isNoOffer ? '0' : published,
      category: category && lines(listOf(category)),
      tax_category: tax === 'parent' ? undefined : tax,
      stock: ownStock,
      images: imageLines(row.cells['images']),
      // without a number only "in stock" is known
      availability: ownStock === undefined && !isVariant ? row.cells['availability'] : undefined,
      parent: isVariant ? parent : undefined,
      losses: losses.filter(Boolean).join('\n'),
    });
    if (isVariant)
      return {
        ...row,
        cells,
        role: 'variant',
        keys: [keyOf(parent ?? `line ${row.line}`)],
        options: unescapedOptions(cells),
      };
    // the attributes of a parent list the values of all its variants
    const options = kinds.includes('variable') ? {} : unescapedOptions(cells);
    return { ...row, cells, role: 'product', keys: productKeys({ ...row, cells }), options };
  },
};

/** A comma within a value is written as `\,`. */
const unescapedOptions = (cells: Cells): Options =>
  Object.fromEntries(Object.entries(optionsOf(cells)).map(([name, value]) => [name, value.replaceAll('\\,', ',')]));

/** Line breaks are written as `\n`. */
const unescaped = (text: string | undefined): string | undefined => text?.replaceAll('\\n', '\n');

/** Separated by commas; a comma within is written as `\,`. */
const listOf = (cell: string): string[] => cell.split(/(?<!\\),/).map((item) => item.replaceAll('\\,', ','));
