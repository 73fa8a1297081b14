import { labelKey, tidyLabel } from '#core/catalog/names.ts';
import type { ProductStatus, WeightUnit } from '#core/catalog/product-fields.ts';
import { MAX_DESCRIPTION } from '#core/catalog/safe-html.ts';
import { MAX_TAG_LENGTH, MAX_TAGS } from '#core/catalog/tags.ts';
import { CellReader, shown } from './cell-values.ts';
import { htmlOfCell, isHtml } from './html-cell.ts';
import { altsOf, type ImageRules, imagesOf } from './images.ts';
import type { DecimalMarks } from './numbers.ts';
import { LOSSES, type Loss, type SourceItem } from './source-row.ts';

/** The fields of a row of an import, which are validated later. */
export type Fields = Readonly<Record<string, unknown>>;

/** How the cells of a file are read. */
export type ReadingRules = ImageRules &
  Readonly<{
    marks: DecimalMarks;
    /** Of weights whose file does not say it. */
    weightUnit: WeightUnit | undefined;
    /** The text of a name in HTML. */
    textOfHtml: (html: string) => string;
    /** Whether a second row with a SKU is rejected, or gets another one. */
    isNamedBySku: boolean;
    /** Whether the file has a price for each product. */
    hasPrices: boolean;
    /** The currencies of its prices, if it has columns for several. */
    currencies: readonly string[];
  }>;

/** What an item says of a product and of a variant. */
export type ItemFields = Readonly<{
  item: SourceItem;
  /** What variants have in common. */
  common: Fields;
  /** What each variant has by itself. */
  own: Fields;
  images: readonly string[];
  /** What images show, by their addresses. */
  alts: Readonly<Record<string, string>>;
  /** Those of the variant only. */
  ownImages: readonly string[];
  reader: CellReader;
}>;

const PASSED = ['currency', 'category_id', 'tax_category', 'withdrawal_exemption', 'id', 'parent_id'] as const;

/** Reads the cells of an item. */
export const fieldsOfItem = (item: SourceItem, rules: ReadingRules): ItemFields => {
  const { textOfHtml, currencies } = rules;
  const reader = new CellReader(item, rules);
  const price = priceFields(reader);
  const prices = pricesOf(reader, currencies);
  const common = defined({
    name: nameOf(reader, textOfHtml),
    slug: reader.slug(),
    ...descriptionFields(reader),
    category_path: reader.category(),
    vendor: reader.text('vendor', 100),
    tags: tagsOf(reader),
    seo_title: reader.text('seo_title', 255),
    seo_description: reader.text('seo_description', 1_000),
    status: statusOf(reader),
    ...mapOf(reader, 'attributes'),
    ...mapOf(reader, 'metadata'),
    ...Object.fromEntries(PASSED.map((name) => [name, reader.text(name, 255)])),
  });
  const own = defined({
    sku: reader.sku(),
    barcode: reader.barcode(),
    ...price,
    prices,
    status: freeStatus(reader, price, prices),
    cost: reader.amount('cost')?.value,
    stock: stockOf(reader),
    stock_delta: reader.number('stock_delta')?.value,
    low_stock_threshold: reader.number('low_stock_threshold')?.value,
    ...weightFields(reader),
  });
  noteLosses(reader);
  const images = imagesOf(reader, 'images', rules);
  return {
    item,
    common,
    own,
    images,
    alts: altsOf(reader, images),
    ownImages: imagesOf(reader, 'variant_images', rules),
    reader,
  };
};

/** Without fields that have no value. */
export const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const nameOf = (reader: CellReader, textOfHtml: (html: string) => string): string | undefined => {
  const { name } = reader.cells;
  return reader.text('name', 255, name !== undefined && isHtml(name) ? textOfHtml(name) : name);
};

/** HTML is kept: the description without markup is made of it. */
const descriptionFields = (reader: CellReader): Fields => {
  const cell = reader.cells['description'];
  const html = reader.cells['description_html'] ?? (cell !== undefined && isHtml(cell) ? htmlOfCell(cell) : undefined);
  return html === undefined
    ? { description: reader.text('description', MAX_DESCRIPTION) }
    : { description_html: html.trim() };
};

/** The prices of columns for one currency each: the shop takes one of them. Null where a cell is empty. */
const pricesOf = (reader: CellReader, currencies: readonly string[]): Fields | undefined => {
  if (currencies.length === 0) return undefined;
  const prices = currencies.map((currency) => [
    currency.toUpperCase(),
    reader.amount(`price.${currency}`, 'price')?.value ?? null,
  ]);
  if (prices.filter(([, price]) => price !== null).length > 1) reader.warn('price', 'lost.prices', LOSSES.prices);
  return Object.fromEntries(prices);
};

const priceFields = (reader: CellReader): Fields => {
  const regular = reader.amount('price');
  const sale = reader.amount('sale_price');
  const compared = reader.amount('compare_at_price');
  const currency = regular?.currency ?? sale?.currency;
  const isScheduled = reader.cells['sale_dates'] !== undefined;
  const isReduced = sale !== undefined && sale.value > 0 && (regular === undefined || sale.value < regular.value);
  if (isReduced && isScheduled)
    reader.warn(
      'price',
      'lost.sale_price',
      `${sale.value} holds for a time only and was left out: a price has no dates here`,
    );
  const price = isReduced && !isScheduled ? sale.value : regular?.value;
  const before = isReduced && !isScheduled ? (regular?.value ?? compared?.value) : compared?.value;
  const isHigher = before !== undefined && price !== undefined && before > price;
  if (before !== undefined && before > 0 && price !== undefined && before < price)
    reader.warn('compare_at_price', 'compare_at_price.lower', `${before} was left out: it is lower than the price`);
  return defined({
    price,
    compare_at_price: isHigher ? before : undefined,
    currency: reader.cells['currency'] ?? currency,
  });
};

/** What costs nothing is no offer yet. */
const freeStatus = (reader: CellReader, { price }: Fields, prices: Fields | undefined): ProductStatus | undefined => {
  if (price !== 0 && !Object.values(prices ?? {}).includes(0)) return undefined;
  reader.warn('price', 'price.zero', 'is 0: it is a draft');
  return 'draft';
};

/** In the words of other shops. */
const statusOf = (reader: CellReader): ProductStatus | undefined => {
  if (reader.item.role !== 'product' || reader.cells['orphan'] === undefined) return namedStatus(reader);
  reader.warn('status', 'product.orphan', 'is a draft: it is a variant, but no product names it');
  return 'draft';
};

const ARCHIVED = new Set(['archived', 'rejected', 'archiviert']);
const DRAFTS = new Set(['draft', 'proposed', 'pending', 'private', 'entwurf', 'unlisted']);

const namedStatus = (reader: CellReader): ProductStatus | undefined => {
  const word = reader.cells['status']?.trim().toLowerCase();
  if (word !== undefined && ARCHIVED.has(word)) return 'archived';
  if (word !== undefined && DRAFTS.has(word)) return 'draft';
  if (reader.flag('published') === false || reader.flag('status') === false) return 'draft';
  if (reader.flag('published') === true || reader.flag('status') === true) return 'active';
  const unknown = reader.cells['status'] ?? reader.cells['published'];
  if (unknown === undefined) return undefined;
  reader.warn('status', 'status.unknown', `${shown(unknown)} is not known: it is a draft`);
  return 'draft';
};

const stockOf = (reader: CellReader): number | null | undefined => {
  if (reader.flag('track_stock') === false) return null;
  if (reader.cells['stock'] !== undefined) return reader.quantity('stock');
  const availability = reader.cells['availability']
    ?.trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '_');
  if (availability === undefined) return undefined;
  return /^(?:in_stock|instock|available|1)$/.test(availability) ? null : 0;
};

const weightFields = (reader: CellReader): Fields => reader.weight() ?? {};

/** Tags are separated by commas or line breaks; a tag in quotes may contain a comma, which becomes a blank. */
const tagsOf = (reader: CellReader): readonly string[] | undefined => {
  const cell = reader.cells['tags'];
  if (cell === undefined) return undefined;
  const parts = [...cell.matchAll(/\s*"([^"]*)"\s*|([^,\n]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const tags = new Map<string, string>();
  for (const part of parts.map((each) => each.trim()).filter((each) => each !== '')) {
    const tag = [...tidyLabel(part.replaceAll(',', ' '))].slice(0, MAX_TAG_LENGTH).join('').trim();
    if (tag !== tidyLabel(part)) reader.warn('tags', 'tags.changed', `${shown(part)} became ${shown(tag)}`);
    if (tag !== '') tags.set(labelKey(tag), tags.get(labelKey(tag)) ?? tag);
  }
  if (tags.size > MAX_TAGS) reader.warn('tags', 'tags.too_many', `were ${tags.size}: the first ${MAX_TAGS} were taken`);
  return [...tags.values()].slice(0, MAX_TAGS);
};

/** The columns such as `attributes.colour`. */
const mapOf = (reader: CellReader, name: 'attributes' | 'metadata'): Fields => {
  const prefix = `${name}.`;
  const entries = Object.entries(reader.cells).flatMap(([field, cell]) =>
    field.startsWith(prefix) ? [[field.slice(prefix.length), cell.trim()] as const] : [],
  );
  return entries.length === 0 ? {} : { [name]: Object.fromEntries(entries) };
};

const noteLosses = (reader: CellReader): void => {
  if (reader.flag('backorder') ?? /continue|notify|allow/i.test(reader.cells['backorder'] ?? ''))
    reader.warn('stock', 'lost.backorder', 'cannot be sold beyond the stock here');
  const losses = (reader.cells['losses'] ?? '').split('\n').filter((loss) => loss in LOSSES) as Loss[];
  for (const loss of losses) reader.warn(null, `lost.${loss}`, LOSSES[loss]);
};
